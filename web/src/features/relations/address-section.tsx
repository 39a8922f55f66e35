import { type Address, AddressInput, api, type Relation } from '@longshore/contract';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { useLanguage, useText } from '../../lib/text/text.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { Section } from '../../ui/detail/detail-page.tsx';
import { LineTable, TwoLines } from '../../ui/detail/line-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { countryName } from '../../ui/form/countries.ts';
import { RowAction } from '../../ui/row-action.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { refreshRelation } from './relation-cache.ts';

/** An address on one line, to be copied. */
export function addressLine(address: Omit<Address, 'id' | 'type'>, country: string): string {
  const street = [address.street1, address.street2, address.street3].filter(Boolean).join(', ');
  const region = [address.state_code || address.state, address.postal_code].filter(Boolean).join(' ');
  return [street, address.city, region, country].filter(Boolean).join(', ');
}

export function AddressSection({ relation }: { relation: Relation }) {
  const t = useText();
  const language = useLanguage();
  const [edited, setEdited] = useState<Address | 'new'>();
  const [toDelete, setToDelete] = useState<Address>();
  const { addresses, is_system: locked } = relation;
  const add = (place: 'beside' | 'instead') =>
    !locked && (
      <AddButton place={place} onClick={() => setEdited('new')}>
        {t('relations.addAddress')}
      </AddButton>
    );
  const lineOf = (address: Address) =>
    addressLine(address, address.country_code ? countryName(address.country_code, language) : address.country);
  return (
    <Section title={t('relations.addresses')} count={addresses.length} action={addresses.length > 0 && add('beside')}>
      {addresses.length === 0 ? (
        <EmptyState title={t('relations.noAddresses')} hint={t('relations.noAddressesHint')}>
          {add('instead')}
        </EmptyState>
      ) : (
        <LineTable
          label={t('relations.addresses')}
          rows={addresses}
          rowKey={({ id }) => id}
          columns={[
            {
              header: 'relations.company',
              render: ({ company, contact }) => <TwoLines first={company} second={contact} />,
            },
            { header: 'relations.address', render: lineOf },
            { header: 'relations.phone', render: ({ phone }) => phone || '–' },
            { header: 'relations.addressType', render: ({ type }) => t(`relations.addressTypes.${type}`) },
          ]}
          actions={(address) => (
            <>
              <CopyButton value={[address.company, address.contact, lineOf(address)].filter(Boolean).join('\n')} />
              {!locked && (
                <RowAction label={t('relations.editAddress')} icon={IconPencil} run={() => setEdited(address)} />
              )}
              {!locked && (
                <RowAction label={t('relations.deleteAddress')} icon={IconTrash} run={() => setToDelete(address)} />
              )}
            </>
          )}
        />
      )}
      {edited && (
        <AddressDialog
          relationId={relation.id}
          address={edited === 'new' ? undefined : edited}
          company={relation.name}
          onClose={() => setEdited(undefined)}
        />
      )}
      {toDelete && <DeleteAddress relationId={relation.id} address={toDelete} onClose={() => setToDelete(undefined)} />}
    </Section>
  );
}

function DeleteAddress({
  relationId,
  address,
  onClose,
}: {
  relationId: number;
  address: Address;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <DeleteDialog
      endpoint={api.relations.deleteAddress}
      input={{ params: { id: relationId, addrId: address.id } }}
      title={t('relations.deleteAddress')}
      text={t('relations.deleteAddressText', { company: address.company })}
      restore={{
        name: address.company,
        run: async (idempotencyKey) => {
          const body = AddressInput.parse(address);
          await call(api.relations.createAddress, { params: { id: relationId }, body }, { idempotencyKey });
          await refreshRelation(relationId);
        },
      }}
      onDeleted={async () => {
        await refreshRelation(relationId);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
