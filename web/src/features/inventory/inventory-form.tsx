import { api, INVENTORY_TYPES, type Inventory, InventoryType, InventoryUpdate } from '@longshore/contract';
import { useParams } from '@tanstack/react-router';
import type { z } from 'zod';
import { call, useRead, useWrite } from '../../lib/api.ts';
import { useOpenedClient } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { SelectField, SwitchField, TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { FieldGroup, FormPage } from '../../ui/form/form-page.tsx';
import { MoneyField } from '../../ui/form/number-fields.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { listAddress } from '../../ui/list/list-address.ts';
import { useGo } from '../../ui/route-link.tsx';
import { rememberInventory } from './inventory-cache.ts';
import { INVENTORIES, inventoryPath, inventoryLabels as labels, QUICK } from './inventory-words.ts';
import { UnitFields, UnitRows, unitRowsOf, unitsOf } from './unit-fields.tsx';

/** What the form keeps: the saved fields, the units and, chosen once, the type. */
const FormFields = InventoryUpdate.omit({ units: true }).extend({ type: InventoryType, ...UnitRows });
type FormFields = z.output<typeof FormFields>;

export function InventoryForm() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const isNew = id === 'new';
  const read = useRead(api.inventories.get, { params: { id: Number(id) } }, { enabled: !isNew, staleTime: 0 });
  if (isNew) return <InventoryFields inventory={undefined} />;
  return (
    <Loaded read={read} fresh backTo={listAddress(INVENTORIES, QUICK)}>
      {(inventory) => <InventoryFields key={inventory.id} inventory={inventory} />}
    </Loaded>
  );
}

/** The fields of a record as a form starts with them; a new one takes the contract's defaults. */
const valuesOf = (inventory: Inventory | undefined): FormFields =>
  inventory
    ? FormFields.parse({ ...inventory, ...unitRowsOf(inventory) })
    : { ...FormFields.parse({ sku: '-', name: '-', type: 'Item', ...unitRowsOf(undefined) }), sku: '', name: '' };

function InventoryFields({ inventory }: { inventory: Inventory | undefined }) {
  const t = useText();
  const go = useGo();
  const opened = useOpenedClient();
  const create = useWrite(api.inventories.create, handledByForm);
  const update = useWrite(api.inventories.update, handledByForm);
  const params = { id: inventory?.id ?? 0 };
  const form = useRecordForm({
    draft: `item ${inventory?.id ?? 'new'}`,
    schema: FormFields,
    initial: valuesOf(inventory),
    save: ({ type, base, others, ...fields }) => {
      const values = { ...fields, units: unitsOf({ base, others }) };
      return inventory
        ? update.mutateAsync({ params, body: values })
        : create.mutateAsync({ body: { ...values, type, ...opened } });
    },
    reload: async () => valuesOf(await call(api.inventories.get, { params })),
    refusedInline: 'sku',
    onSaved: (saved) => {
      rememberInventory(saved);
      go(inventoryPath(saved.id, 'view'));
    },
  });
  const list = listAddress(INVENTORIES, QUICK);
  const view = inventory ? inventoryPath(inventory.id, 'view') : list;
  const named = inventory?.sku ?? t('inventory.make');
  return (
    <FormPage
      form={form}
      title={inventory ? t(`inventory.editType.${inventory.type}`) : named}
      crumbs={[
        { label: t('inventory.title'), href: list },
        inventory ? { label: named, href: view } : { label: named },
      ]}
      clientId={inventory?.client_id ?? opened.client_id}
      leaveTo={view}
    >
      <GeneralFields form={form} inventory={inventory} />
      <UnitFields form={form} inventory={inventory} />
      <FieldGroup title="inventory.pricesGroup">
        <MoneyField {...form.field('cost')} label={labels.cost} span={4} />
        <MoneyField {...form.field('selling')} label={labels.selling} span={4} />
        <MoneyField {...form.field('msrp')} label={labels.msrp} span={4} />
      </FieldGroup>
      <InternationalFields form={form} />
      <FieldGroup title="inventory.ownValues">
        <TextField {...form.field('custom_1')} label={labels.custom_1} span={4} />
        <TextField {...form.field('custom_2')} label={labels.custom_2} span={4} />
        <TextField {...form.field('custom_3')} label={labels.custom_3} span={4} />
      </FieldGroup>
    </FormPage>
  );
}

interface PartProps {
  form: RecordForm<FormFields>;
  inventory?: Inventory | undefined;
}

/** Says beforehand why something cannot be changed now. */
function GeneralFields({ form, inventory }: PartProps) {
  const t = useText();
  const config = form.within('config');
  const isItem = form.values.type === 'Item';
  const hasStock = (inventory?.in_stock ?? 0) + (inventory?.quarantined ?? 0) > 0;
  const control = hasStock ? ({ disabled: true, hint: 'messages.ControlIsFixed' } as const) : {};
  return (
    <FieldGroup title="inventory.general">
      <SelectField
        {...form.field('type')}
        label={labels.type}
        span={3}
        disabled={inventory !== undefined}
        choices={INVENTORY_TYPES.map((value) => ({ value, label: t(`inventory.types.${value}`) }))}
      />
      <TextField {...form.field('sku')} label={labels.sku} span={6} autoFocus />
      <SwitchField {...form.field('is_active')} label="inventory.isActive" span={3} />
      <TextField {...form.field('name')} label={labels.name} span={12} />
      <TextField {...form.field('upc')} label={labels.upc} span={4} />
      <TextField {...form.field('barcode_1')} label={labels.barcode_1} span={4} />
      <TextField {...form.field('barcode_2')} label={labels.barcode_2} span={4} />
      {isItem && (
        <>
          <SwitchField {...config('lot')} label={labels.lot} span={12} {...control} />
          <SwitchField {...config('serial')} label={labels.serial} span={12} {...control} />
        </>
      )}
      <TextAreaField {...form.field('description')} label={labels.description} span={12} />
    </FieldGroup>
  );
}

function InternationalFields({ form }: PartProps) {
  const field = form.within('international');
  return (
    <FieldGroup title="inventory.international">
      <TextField {...field('hs_code')} label={labels.hs_code} span={3} />
      <MoneyField {...field('custom_value')} label={labels.custom_value} span={3} />
      <TextField {...field('origin')} label={labels.origin} span={6} />
      <TextField {...field('composition')} label={labels.composition} span={12} />
    </FieldGroup>
  );
}
