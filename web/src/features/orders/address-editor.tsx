import {
  ADDRESS_TYPES,
  type AddressCopy,
  AddressCopyInput,
  AddressInput,
  api,
  DEFAULT_COUNTRY,
  type relationTypeOf,
} from '@longshore/contract';
import { z } from 'zod';
import { refresh, useWrite } from '../../lib/api.ts';
import { useText } from '../../lib/text/text.ts';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { handledByForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { AddressFields, addressLabels as labels } from '../relations/index.ts';

/** Whether the address is a copy for this order, or a new address of its relation. */
const TARGETS = ['order', 'relation'] as const;
const EditedAddress = AddressInput.extend({ target: z.enum(TARGETS) });
type EditedAddress = z.output<typeof EditedAddress>;

/** What was made of the edited address. */
export interface EditResult {
  /** The id of the relation's new address; null for a copy. */
  id: number | null;
  copy: AddressCopy | null;
}

interface EditorProps {
  /** Names what is typed here among the drafts: it becomes part of the order's own draft only when it is saved. */
  draft: string;
  relationId: number;
  relationType: ReturnType<typeof relationTypeOf>;
  /** The relation's name, the default for a new address. */
  company: string;
  address: AddressCopy | undefined;
  onSaved: (result: EditResult) => void;
  onClose: () => void;
}

/** Edits an address for this order only, or adds it to the relation. */
export function AddressEditor({ draft, relationId, relationType, company, address, onSaved, onClose }: EditorProps) {
  const t = useText();
  const create = useWrite(api.relations.createAddress, handledByForm);
  const save = async ({ target, ...values }: EditedAddress): Promise<EditResult> => {
    if (target === 'order') return { id: null, copy: AddressCopyInput.parse(values) };
    const { id } = await create.mutateAsync({ params: { id: relationId }, body: values });
    await refresh(api.relations.get, { params: { id: relationId } });
    return { id, copy: null };
  };
  const form = useRecordForm({
    draft,
    schema: EditedAddress,
    initial: EditedAddress.parse({
      ...(address ?? { ...DEFAULT_COUNTRY, company }),
      type: 'Both',
      target: address ? 'order' : 'relation',
    }),
    save,
    onSaved: (result) => {
      onSaved(result);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t('orders.form.addressTitle')} onClose={onClose}>
      <SelectField
        {...form.field('target')}
        label="orders.form.addressFor"
        span={form.values.target === 'relation' ? 8 : 12}
        choices={[
          { value: 'order', label: t('orders.form.addressForOrder') },
          { value: 'relation', label: t(`orders.form.addressForRelation.${relationType}`) },
        ]}
      />
      {form.values.target === 'relation' && (
        <SelectField
          {...form.field('type')}
          label="orders.form.addressType"
          span={4}
          choices={ADDRESS_TYPES.map((value) => ({ value, label: t(`relations.addressTypes.${value}`) }))}
        />
      )}
      <TextField {...form.field('company')} label={labels.company} span={12} autoFocus />
      <AddressFields form={form} />
    </FormDialog>
  );
}
