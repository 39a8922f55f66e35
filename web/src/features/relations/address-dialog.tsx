import { ADDRESS_TYPES, type Address, AddressInput, api, DEFAULT_COUNTRY } from '@longshore/contract';
import { useWrite } from '../../lib/api.ts';
import { useText } from '../../lib/text/text.ts';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { handledByForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { AddressFields } from './address-fields.tsx';
import { refreshRelation } from './relation-cache.ts';
import { addressLabels as labels } from './relation-words.ts';

interface AddressDialogProps {
  relationId: number;
  /** Undefined for a new address. */
  address: Address | undefined;
  /** The relation's name, the default for a new address. */
  company: string;
  onClose: () => void;
}

const blank = { ...DEFAULT_COUNTRY, type: 'Both' };

export function AddressDialog({ relationId, address, company, onClose }: AddressDialogProps) {
  const t = useText();
  const create = useWrite(api.relations.createAddress, handledByForm);
  const update = useWrite(api.relations.updateAddress, handledByForm);
  const form = useRecordForm({
    draft: `address ${relationId} ${address?.id ?? 'new'}`,
    schema: AddressInput,
    initial: AddressInput.parse(address ?? { ...blank, company }),
    save: (body) =>
      address
        ? update.mutateAsync({ params: { id: relationId, addrId: address.id }, body })
        : create.mutateAsync({ params: { id: relationId }, body }),
    onSaved: async () => {
      await refreshRelation(relationId);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t(address ? 'relations.editAddress' : 'relations.addAddress')} onClose={onClose}>
      <TextField {...form.field('company')} label={labels.company} span={8} autoFocus />
      <SelectField
        {...form.field('type')}
        label={labels.type}
        span={4}
        choices={ADDRESS_TYPES.map((value) => ({ value, label: t(`relations.addressTypes.${value}`) }))}
      />
      <AddressFields form={form} />
    </FormDialog>
  );
}
