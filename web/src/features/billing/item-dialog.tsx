import { api, BILLING_UOMS, type BillingItem, BillingItemUpdate } from '@longshore/contract';
import { call, useWrite } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { SelectField, SwitchField, TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { MoneyField } from '../../ui/form/number-fields.tsx';
import { handledByForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { refreshItems } from './billing-cache.ts';
import { itemLabels as labels } from './billing-words.ts';

/** The initial values of the form; a new item has the contract's defaults. */
const valuesOf = (item: BillingItem | undefined) =>
  item ? BillingItemUpdate.parse(item) : { ...BillingItemUpdate.parse({ name: '-' }), name: '' };

/** Order, Sku, Unit, and the company's units; a unit that is no longer there stays chosen. */
function useUoms(chosen: string): { value: string; label: string }[] {
  const t = useText();
  const { resources } = useSession();
  const units = resources.uoms.filter(({ is_active }) => is_active).map(({ name }) => name);
  const names = [...new Set([...BILLING_UOMS, ...units, chosen])].filter(Boolean);
  return [{ value: '', label: t('forms.none') }, ...names.map((name) => ({ value: name, label: name }))];
}

export function ItemDialog({ item, onClose }: { item: BillingItem | undefined; onClose: () => void }) {
  const t = useText();
  const create = useWrite(api.billingItems.create, handledByForm);
  const update = useWrite(api.billingItems.update, handledByForm);
  const params = { id: item?.id ?? 0 };
  const form = useRecordForm({
    draft: `billing item ${item?.id ?? 'new'}`,
    schema: BillingItemUpdate,
    initial: valuesOf(item),
    // A 400 is about the name.
    refusedInline: 'name',
    reload: async () => valuesOf(await call(api.billingItems.get, { params })),
    save: (body) => (item ? update.mutateAsync({ params, body }) : create.mutateAsync({ body })),
    onSaved: () => {
      void refreshItems();
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t(item ? 'billing.items.edit' : 'billing.items.make')} onClose={onClose}>
      <TextField {...form.field('name')} label={labels.name} span={8} autoFocus />
      <SwitchField {...form.field('is_active')} label="billing.items.active" span={4} />
      <MoneyField {...form.field('rate')} label={labels.rate} hint="billing.items.rateHint" span={6} />
      <SelectField
        {...form.field('uom')}
        label={labels.uom}
        hint="billing.items.uomHint"
        span={6}
        choices={useUoms(form.values.uom)}
      />
      <TextField {...form.field('accounting_class')} label={labels.accounting_class} span={6} />
      <TextField {...form.field('tax_code')} label={labels.tax_code} hint="billing.items.taxCodeHint" span={6} />
      <SwitchField {...form.field('internal')} label={labels.internal} hint="billing.items.internalHint" span={6} />
      <SwitchField {...form.field('report_breakdown')} label={labels.report_breakdown} span={6} />
      <TextAreaField {...form.field('description')} label={labels.description} span={12} />
    </FormDialog>
  );
}
