import type { Entry } from '@longshore/contract';
import { IconLock } from '@tabler/icons-react';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import type { Column } from '../../ui/list/list-types.ts';
import css from './billing.module.css';

/** The day, with a lock when its month is closed. */
function BillDate({ entry }: { entry: Entry }) {
  const t = useText();
  const format = useFormat();
  return (
    <span className={css.billDate}>
      {format.date(entry.bill_date)}
      {entry.is_closed === 1 && <IconLock size={14} stroke={1.7} role="img" aria-label={t('billing.entries.closed')} />}
    </span>
  );
}

/** What the entry takes back or replaces, or what was done to it. */
export function useCorrection(): (entry: Entry) => string {
  const t = useText();
  return ({ corrects, corrected_by, quantity }) => {
    if (corrects !== null)
      return t(quantity < 0 ? 'billing.entries.takesBack' : 'billing.entries.replaces', { id: corrects });
    return corrected_by.length
      ? t('billing.entries.correctedBy', { ids: corrected_by.map((id) => `#${id}`).join(', ') })
      : '';
  };
}

function Correction({ entry }: { entry: Entry }) {
  return useCorrection()(entry) || '–';
}

function Amount({ amount }: { amount: number }) {
  return useFormat().money(amount);
}

/** The columns of lists of entries. */
export const entryColumns: Column<Entry>[] = [
  {
    field: 'bill_date',
    header: 'billing.entries.billDate',
    kind: 'date',
    width: 150,
    title: true,
    render: (entry) => <BillDate entry={entry} />,
  },
  { field: 'client', header: 'billing.entries.client' },
  { field: 'reference', header: 'billing.entries.reference', mono: true },
  { field: 'meta_name', header: 'billing.entries.item' },
  { field: 'activity', header: 'billing.entries.activity', width: 120, spare: true },
  {
    field: 'corrects',
    header: 'billing.entries.correction',
    width: 116,
    spare: true,
    narrow: 'hidden',
    render: (entry) => <Correction entry={entry} />,
  },
  {
    field: 'price',
    header: 'billing.entries.price',
    kind: 'number',
    width: 96,
    render: ({ price }) => <Amount amount={price} />,
  },
  { field: 'quantity', header: 'billing.entries.quantity', kind: 'number', width: 92 },
  {
    field: 'total',
    header: 'billing.entries.total',
    kind: 'number',
    width: 120,
    narrow: 'end',
    render: ({ total }) => <Amount amount={total} />,
  },
];
