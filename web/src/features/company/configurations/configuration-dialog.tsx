import {
  api,
  type Courier,
  CourierInput,
  PAYMENTS,
  type Resources,
  type SettingKind,
  SIDES,
  settingInputs,
  UNMEASURED,
} from '@longshore/contract';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWrite } from '../../../lib/api.ts';
import { useMeasure } from '../../../lib/measure.ts';
import { useText } from '../../../lib/text/text.ts';
import { CountryField } from '../../../ui/form/country-field.tsx';
import { SelectField, SwitchField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { NumberField, PercentField } from '../../../ui/form/number-fields.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../../../ui/form/use-record-form.ts';
import { renewList } from './configuration-cache.ts';
import { useClientNames } from './configuration-columns.tsx';
import { type ListName, labels } from './configuration-words.ts';
import { CourierMapping } from './courier-mapping.tsx';

interface DialogProps<Saved> {
  /** Undefined for a new record. */
  record: Saved | undefined;
  onClose: () => void;
  onDelete: (() => void) | undefined;
}

type AnyRecord = Resources[ListName][number];

export function ConfigurationDialog({ list, record, ...rest }: DialogProps<AnyRecord> & { list: ListName }) {
  switch (list) {
    case 'couriers':
      return <CourierDialog record={record as Courier | undefined} {...rest} />;
    case 'taxes':
      return <TaxDialog record={record as Resources['taxes'][number] | undefined} {...rest} />;
    case 'terms':
      return <TermDialog record={record as Resources['terms'][number] | undefined} {...rest} />;
    case 'packages':
      return <PackageDialog record={record as Resources['packages'][number] | undefined} {...rest} />;
    case 'uoms':
      return <UomDialog record={record as Resources['uoms'][number] | undefined} {...rest} />;
  }
}

/** The frame that all five dialogs share: the title, and Delete at its left. */
function Frame({
  list,
  form,
  record,
  size,
  onClose,
  onDelete,
  children,
}: DialogProps<{ name: string }> & {
  list: ListName;
  form: RecordForm<never> | RecordForm<Record<string, unknown>>;
  size?: 440 | 560 | 760;
  children: ReactNode;
}) {
  const t = useText();
  return (
    <FormDialog
      form={form}
      size={size ?? 560}
      title={record ? t('configurations.editNamed', { name: record.name }) : t(`configurations.add.${list}`)}
      onClose={onClose}
      other={
        onDelete && (
          <Button variant="default" onClick={onDelete}>
            {t('configurations.delete')}
          </Button>
        )
      }
    >
      {children}
    </FormDialog>
  );
}

function useSaveSetting(kind: SettingKind, id: number | undefined) {
  const create = useWrite(api.company.createSetting, handledByForm);
  const update = useWrite(api.company.updateSetting, handledByForm);
  return (body: Record<string, unknown>) =>
    id ? update.mutateAsync({ params: { id, kind }, body }) : create.mutateAsync({ params: { kind }, body });
}

function TaxDialog(props: DialogProps<Resources['taxes'][number]>) {
  const save = useSaveSetting('tax', props.record?.id);
  const schema = settingInputs.tax;
  const form = useRecordForm({
    draft: `tax ${props.record?.id ?? 'new'}`,
    schema,
    initial: props.record ? schema.parse(props.record) : { name: '', rate: 0, is_active: 1 },
    save,
    onSaved: () => renewList('taxes').finally(props.onClose),
  });
  return (
    <Frame list="taxes" form={form} size={440} {...props}>
      <TextField {...form.field('name')} label={labels.name} span={12} autoFocus />
      <PercentField {...form.field('rate')} label={labels.rate} span={6} />
      <SwitchField {...form.field('is_active')} label={labels.is_active} span={6} />
    </Frame>
  );
}

function TermDialog(props: DialogProps<Resources['terms'][number]>) {
  const save = useSaveSetting('term', props.record?.id);
  const schema = settingInputs.term;
  const form = useRecordForm({
    draft: `term ${props.record?.id ?? 'new'}`,
    schema,
    initial: props.record ? schema.parse(props.record) : { name: '', description: '', is_active: 1 },
    save,
    onSaved: () => renewList('terms').finally(props.onClose),
  });
  return (
    <Frame list="terms" form={form} size={440} {...props}>
      <TextField {...form.field('name')} label={labels.name} span={12} autoFocus />
      <TextField {...form.field('description')} label={labels.description} span={12} />
      <SwitchField {...form.field('is_active')} label={labels.is_active} span={12} />
    </Frame>
  );
}

function PackageDialog(props: DialogProps<Resources['packages'][number]>) {
  const measure = useMeasure();
  const save = useSaveSetting('package', props.record?.id);
  const schema = settingInputs.package;
  const form = useRecordForm({
    draft: `package ${props.record?.id ?? 'new'}`,
    schema,
    initial: props.record ? schema.parse(props.record) : { name: '', ...UNMEASURED, is_active: 1 },
    save,
    onSaved: () => renewList('packages').finally(props.onClose),
  });
  return (
    <Frame list="packages" form={form} {...props}>
      <TextField {...form.field('name')} label={labels.name} span={12} autoFocus />
      {SIDES.map((side) => (
        <NumberField key={side} {...form.field(side)} label={labels[side]} span={3} suffix={` ${measure.length}`} />
      ))}
      <NumberField {...form.field('weight')} label={labels.weight} span={3} suffix={` ${measure.weight}`} />
      <SwitchField {...form.field('is_active')} label={labels.is_active} span={12} />
    </Frame>
  );
}

function UomDialog(props: DialogProps<Resources['uoms'][number]>) {
  const save = useSaveSetting('uom', props.record?.id);
  const schema = settingInputs.uom;
  const form = useRecordForm({
    draft: `uom ${props.record?.id ?? 'new'}`,
    schema,
    initial: props.record ? schema.parse(props.record) : { name: '', is_active: 1 },
    save,
    onSaved: () => renewList('uoms').finally(props.onClose),
  });
  return (
    <Frame list="uoms" form={form} size={440} {...props}>
      <TextField {...form.field('name')} label={labels.name} span={12} autoFocus />
      <SwitchField {...form.field('is_active')} label={labels.is_active} span={12} />
    </Frame>
  );
}

/** Without `status`, the specification's alias of the flag, which is for other API callers. */
const CourierForm = CourierInput.omit({ status: true });

function CourierDialog(props: DialogProps<Courier>) {
  const { record } = props;
  const t = useText();
  const { clients, nameOf } = useClientNames();
  const create = useWrite(api.company.createCourier, handledByForm);
  const update = useWrite(api.company.updateCourier, handledByForm);
  const form = useRecordForm({
    draft: `courier ${record?.id ?? 'new'}`,
    schema: CourierForm,
    initial: record ? CourierForm.parse(record) : { ...CourierForm.parse({ name: '-' }), name: '' },
    save: (body) => (record ? update.mutateAsync({ params: { id: record.id }, body }) : create.mutateAsync({ body })),
    onSaved: () => renewList('couriers').finally(props.onClose),
  });
  const owner = form.field('client_id');
  const choices = clients.map(({ id, company }) => ({ value: String(id), label: company }));
  // Add the courier's own client, which may be disabled or not among the first results.
  if (owner.value !== null && !clients.some(({ id }) => id === owner.value))
    choices.push({ value: String(owner.value), label: nameOf(owner.value) });
  return (
    <Frame list="couriers" form={form} size={760} {...props}>
      <TextField {...form.field('name')} label={labels.name} span={6} autoFocus />
      <SelectField
        {...owner}
        value={owner.value ?? 0}
        set={(id) => owner.set(id || null)}
        label={labels.client_id}
        span={6}
        choices={[{ value: '0', label: t('configurations.allClients') }, ...choices]}
      />
      <TextField {...form.field('account')} label={labels.account} span={4} />
      <SelectField
        {...form.field('payment_method')}
        label={labels.payment_method}
        span={4}
        choices={PAYMENTS.map((value) => ({ value, label: t(`relations.payments.${value}`) }))}
      />
      <SwitchField {...form.field('is_active')} label={labels.is_active} span={4} />
      {form.values.payment_method !== 'prepaid' && (
        <>
          <TextField {...form.field('billing_zip')} label={labels.billing_zip} span={4} />
          <CountryField {...form.field('billing_country_code')} label={labels.billing_country_code} span={4} />
        </>
      )}
      <CourierMapping form={form} />
    </Frame>
  );
}
