import type { CustomsItem, ShipmentLabels } from '@longshore/contract';
import { TextInput } from '@mantine/core';
import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatMoney, useFormat } from '../../lib/format.ts';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import css from './shipping.module.css';

interface FoldProps {
  items: ShipmentLabels['customs'];
  /** What was typed over them. */
  given: readonly CustomsItem[] | undefined;
  onChange: (items: CustomsItem[]) => void;
}

const plain = ({ missing: _missing, ...item }: ShipmentLabels['customs'][number]): CustomsItem => item;

/** The customs items, folded: it says whether something is missing. */
export function CustomsFold({ items, given, onChange }: FoldProps) {
  const t = useText();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const bodyId = useId();
  const rows = given ?? items.map(plain);
  const value = rows.reduce((sum, item) => sum + item.value_amount, 0);
  const money = formatMoney(value, format.place, rows[0]?.value_currency ?? 'USD');
  const isComplete = given !== undefined || items.every(({ missing }) => missing.length === 0);
  const change = (at: number, more: Partial<CustomsItem>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...more } : row)));
  return (
    <div className={css.fold}>
      <button
        type="button"
        className={css.foldHead}
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight size={16} stroke={1.7} aria-hidden data-open={isOpen || undefined} />
        <b>{t('labels.customs')}</b>
        <span className={css.count}>{format.number(rows.length)}</span>
        <span className={isComplete ? css.complete : css.amber}>
          {isComplete && <IconCheck size={14} stroke={1.7} aria-hidden />}
          {t(isComplete ? 'labels.customsComplete' : 'labels.customsMissing', { value: money })}
        </span>
      </button>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen &&
          rows.map((row, at) => (
            <Item
              key={keyOf(items, at)}
              item={row}
              missing={given ? [] : (items[at]?.missing ?? [])}
              onChange={(more) => change(at, more)}
            />
          ))}
      </div>
    </div>
  );
}

/** Lines keep their places; two of one SKU are distinguished by which comes first. */
function keyOf(items: FoldProps['items'], at: number): string {
  const sku = items[at]?.sku_code ?? '';
  return `${sku} ${items.slice(0, at).filter(({ sku_code }) => sku_code === sku).length}`;
}

const FIELDS = ['description', 'tariff_number', 'origin_country', 'value_amount'] as const;
type Field = (typeof FIELDS)[number];

const NAMES = new Set([
  'description',
  'quantity',
  'value',
  'value_amount',
  'origin',
  'origin_country',
  'hs_code',
  'tariff_number',
]);

interface ItemProps {
  item: CustomsItem;
  missing: readonly string[];
  onChange: (more: Partial<CustomsItem>) => void;
}

function Item({ item, missing, onChange }: ItemProps) {
  const t = useText();
  const format = useFormat();
  const nameOf = (field: string) => (NAMES.has(field) ? t(`labels.customsFields.${field}` as PlainKey) : field);
  const write = (field: Field, text: string) => {
    if (field === 'value_amount') {
      const value = Number(text);
      if (Number.isFinite(value) && value >= 0) onChange({ value_amount: value });
      return;
    }
    onChange({ [field]: field === 'origin_country' ? text.toUpperCase().slice(0, 2) : text });
  };
  return (
    <div className={css.customsItem}>
      <span>{`${item.sku_code || item.description} × ${format.number(item.quantity)}`}</span>
      <div className={css.customsFields}>
        {FIELDS.map((field) => (
          <TextInput
            key={field}
            size="xs"
            label={nameOf(field)}
            aria-label={t('labels.customsOf', { field: nameOf(field), sku: item.sku_code || item.description })}
            defaultValue={String(item[field])}
            onBlur={({ currentTarget }) => {
              if (currentTarget.value !== String(item[field])) write(field, currentTarget.value.trim());
            }}
          />
        ))}
      </div>
      {missing.length > 0 && (
        <span className={css.amber}>
          {t('labels.customsLacks', { fields: missing.map(nameOf).join(t('lists.valuesJoin')) })}
        </span>
      )}
    </div>
  );
}
