import { api, SenderInput } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { refresh, useRead, useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { CountryField } from '../../ui/form/country-field.tsx';
import { EmailField, TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { handledByForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import css from './shipping.module.css';

/** Addresses of the Shippo account that parcels are sent from; couriers are mapped to one of them. */
export function SenderAddresses({ mayAdd }: { mayAdd: boolean }) {
  const t = useText();
  const { data } = useRead(api.companyAccounts.shippoAddresses);
  const [isAdding, setAdding] = useState(false);
  return (
    <div>
      <h3 className={css.partTitle}>{t('labels.accounts.places.shippo')}</h3>
      {data?.length === 0 && <p className={css.none}>{t('labels.accounts.noPlaces')}</p>}
      <ul className={css.places} aria-label={t('labels.accounts.places.shippo')}>
        {data?.map(({ id, name, address }) => (
          <li key={id}>
            {name}
            <span className={css.second}>{address}</span>
          </li>
        ))}
      </ul>
      {mayAdd && (
        <Button
          variant="subtle"
          size="xs"
          className={css.flush}
          leftSection={<IconPlus size={14} stroke={1.7} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('labels.accounts.addAddress')}
        </Button>
      )}
      {isAdding && <SenderDialog onClose={() => setAdding(false)} />}
    </div>
  );
}

function SenderDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { preferences: company } = useSession();
  const add = useWrite(api.labels.addSender, handledByForm);
  const form = useRecordForm({
    draft: 'sender address',
    schema: SenderInput,
    initial: {
      company: company.name,
      contact: '',
      street1: company.address,
      street2: '',
      street3: '',
      city: company.city,
      state_code: company.state,
      postal_code: company.postal,
      country_code: company.home_country_code,
      phone: company.phone,
      email: '',
    },
    save: (body) => add.mutateAsync({ body }),
    refusedInline: true,
    onSaved: () => {
      void refresh(api.companyAccounts.shippoAddresses);
      void refresh(api.companyAccounts.list);
      showSuccess(t('labels.accounts.added'));
      onClose();
    },
  });
  return (
    <FormDialog form={form} size={560} title={t('labels.accounts.addTitle')} onClose={onClose}>
      <TextField {...form.field('company')} label="labels.accounts.address.company" span={6} autoFocus />
      <TextField {...form.field('contact')} label="labels.accounts.address.contact" span={6} />
      <TextField {...form.field('street1')} label="labels.accounts.address.street1" span={6} />
      <TextField {...form.field('street2')} label="labels.accounts.address.street2" span={6} />
      <TextField {...form.field('city')} label="labels.accounts.address.city" span={6} />
      <TextField {...form.field('state_code')} label="labels.accounts.address.state_code" span={3} />
      <TextField {...form.field('postal_code')} label="labels.accounts.address.postal_code" span={3} />
      <CountryField {...form.field('country_code')} label="labels.accounts.address.country_code" span={6} />
      <TextField {...form.field('phone')} label="labels.accounts.address.phone" span={6} />
      <EmailField {...form.field('email')} label="labels.accounts.address.email" span={6} />
    </FormDialog>
  );
}
