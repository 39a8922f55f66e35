import { Money } from '@longshore/contract';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { type LineColumn, LineTable } from '../../ui/detail/line-table.tsx';
import { DecimalInput, MoneyInput, showMoney } from '../../ui/form/number-fields.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { chargeOf, shownAmount } from './amounts.ts';
import css from './billing.module.css';

/** A charge as a form edits it: amounts are texts. */
export interface ChargeLine {
  quantity: string;
  price?: string | undefined;
  meta_name: string;
}

interface ChargeTableProps<Line extends ChargeLine> {
  label: string;
  lines: readonly Line[];
  set: (lines: Line[]) => void;
  /** The first column: the item, or a choice of one. */
  item: (line: Line, change: (part: Partial<Line>) => void) => ReactNode;
  /** Columns between the item and the quantity. */
  between?: LineColumn<Numbered<Line>>[];
  removeLabel: (line: Line, number: number) => string;
  /** Where a price may be left out: the rate that is charged then. */
  rateOf?: (line: Line) => string | undefined;
}

interface Numbered<Line> {
  line: Line;
  index: number;
}

/** Charges with quantity and price to edit, their amounts and the sum. */
export function ChargeTable<Line extends ChargeLine>(props: ChargeTableProps<Line>) {
  const { label, lines, set, between = [], removeLabel, rateOf } = props;
  const priced = (line: Line) => ({ ...line, price: line.price ?? rateOf?.(line) });
  const t = useText();
  const format = useFormat();
  const rows = lines.map((line, index) => ({ line, index }));
  const change = (at: number, part: Partial<Line>) =>
    set(lines.map((line, index) => (index === at ? { ...line, ...part } : line)));
  return (
    <LineTable
      label={label}
      rows={rows}
      rowKey={({ index }) => index}
      columns={[
        {
          header: 'billing.entries.item',
          long: true,
          total: t('billing.entries.total'),
          render: ({ line, index }) => props.item(line, (part) => change(index, part)),
        },
        ...between,
        ...useAmountColumns<Line>((index, part) => change(index, part as Partial<Line>), rateOf),
        {
          header: 'billing.entries.total',
          width: 120,
          right: true,
          total: format.money(shownAmount(Money.sum(lines.map((line) => chargeOf(priced(line)))))),
          render: ({ line }) => format.money(shownAmount(chargeOf(priced(line)))),
        },
      ]}
      actions={({ line, index }) => (
        <RowAction
          label={removeLabel(line, index + 1)}
          icon={IconTrash}
          run={() => set(lines.filter((_, at) => at !== index))}
        />
      )}
    />
  );
}

type Change = (index: number, part: Partial<ChargeLine>) => void;

function useAmountColumns<Line extends ChargeLine>(
  change: Change,
  rateOf: ((line: Line) => string | undefined) | undefined,
): LineColumn<Numbered<Line>>[] {
  const t = useText();
  return [
    {
      header: 'billing.entries.quantity',
      width: 120,
      right: true,
      render: ({ line, index }) => (
        <DecimalInput
          className={css.amount}
          aria-label={t('billing.entries.quantity')}
          value={line.quantity}
          set={(quantity) => change(index, { quantity })}
        />
      ),
    },
    {
      header: 'billing.entries.price',
      width: 130,
      right: true,
      render: ({ line, index }) => (
        <MoneyInput
          className={css.amount}
          aria-label={t('billing.entries.price')}
          placeholder={showMoney(rateOf?.(line) ?? '')}
          optional={rateOf !== undefined}
          value={line.price ?? ''}
          // An empty field is the rate of the day, where there is one.
          set={(price) => change(index, { price: rateOf && price === '' ? undefined : price })}
        />
      ),
    },
  ];
}
