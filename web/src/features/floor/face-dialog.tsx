import { api, type Face, FaceUpdate, type InventoryOption } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { z } from 'zod';
import { call, refresh, useRead, useWrite } from '../../lib/api.ts';
import { SEARCH_WAIT_MS } from '../../lib/search-terms.ts';
import { translateMessage, useText } from '../../lib/text/text.ts';
import { useField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { QuantityField } from '../../ui/form/number-fields.tsx';
import { type FieldOf, handledByForm, type RecordForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { Mono } from '../../ui/mono.tsx';
import { Select } from '../../ui/select.tsx';
import { ItemPicker } from '../inventory/index.ts';
import css from './floor.module.css';

type Values = z.output<typeof FaceUpdate>;

const valuesOf = (face: Face | undefined): Values =>
  face
    ? {
        location_id: face.location_id,
        inventory_id: face.inventory_id,
        minimum: face.minimum,
        maximum: face.maximum,
        updated_at: face.updated_at,
      }
    : { location_id: 0, inventory_id: 0, minimum: 0, maximum: 0 };

/** A new face, or other limits of one. */
export function FaceDialog({ face, onClose }: { face: Face | undefined; onClose: () => void }) {
  const t = useText();
  const create = useWrite(api.faces.create, handledByForm);
  const update = useWrite(api.faces.update, handledByForm);
  const form = useRecordForm({
    draft: `/faces ${face?.id ?? 'new'}`,
    schema: FaceUpdate,
    initial: valuesOf(face),
    reload: async () => valuesOf(face && (await call(api.faces.get, { params: { id: face.id } }))),
    save: (body): Promise<unknown> =>
      face ? update.mutateAsync({ params: { id: face.id }, body }) : create.mutateAsync({ body }),
    onSaved: () => {
      for (const endpoint of [api.faces.list, api.faces.get, api.tasks.floor]) void refresh(endpoint);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t(face ? 'faces.edit' : 'faces.make')} onClose={onClose}>
      <BinField {...form.field('location_id')} face={face} />
      <ItemField form={form} face={face} />
      <QuantityField {...form.field('minimum')} label="faces.minimum" hint="faces.minimumHint" span={6} zeroIsBlank />
      <QuantityField {...form.field('maximum')} label="faces.maximum" hint="faces.maximumHint" span={6} zeroIsBlank />
    </FormDialog>
  );
}

const BINS = 50;

/** One of the bins for picking, which are searched on the server. */
function BinField({ face, ...field }: FieldOf<number> & { face: Face | undefined }) {
  const { frame, input } = useField({ ...field, label: 'faces.location', hint: 'faces.locationHint', span: 12 });
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), SEARCH_WAIT_MS);
  const { data, isPlaceholderData } = useRead(api.locations.list, {
    query: { search: searched, filter_by: { type: ['P'] }, per_page: BINS },
  });
  const found = data?.records.map(({ id, location }) => ({ value: String(id), label: location })) ?? [];
  const own = face && !found.some(({ value }) => value === String(face.location_id));
  return frame(
    <Select
      {...input}
      data-autofocus={face ? undefined : true}
      data={own ? [{ value: String(face.location_id), label: face.location }, ...found] : found}
      value={field.value ? String(field.value) : null}
      isSearching={search.trim() !== searched || isPlaceholderData}
      onSearchChange={setSearch}
      onChange={(value) => field.set(Number(value ?? 0))}
    />,
  );
}

type Chosen = Pick<InventoryOption['inventory'], 'sku' | 'name'>;

function ItemField({ form, face }: { form: RecordForm<Values>; face: Face | undefined }) {
  const t = useText();
  const [chosen, setChosen] = useState<Chosen | undefined>(face);
  const field = form.field('inventory_id');
  field.registerLabel('faces.item');
  if (!chosen)
    return (
      <div className={css.wide}>
        <ItemPicker
          id={field.id}
          label="faces.item"
          kits={false}
          error={field.error && translateMessage(t, field.error)}
          onPick={({ inventory }) => {
            setChosen(inventory);
            field.set(inventory.id);
          }}
        />
      </div>
    );
  return (
    <div className={css.wide}>
      <span className={css.muted}>{t('faces.item')}</span>
      <span className={css.chosen}>
        <Mono>{chosen.sku}</Mono>
        <span className={css.cut}>{chosen.name}</span>
        {field.error && <span role="alert">{translateMessage(t, field.error)}</span>}
        <Button
          variant="subtle"
          size="xs"
          onClick={() => {
            setChosen(undefined);
            field.set(0);
          }}
        >
          {t('faces.otherItem')}
        </Button>
      </span>
    </div>
  );
}
