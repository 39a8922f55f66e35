import { type Inventory, NO_LICENSE, NO_LOT, type StockRow, type UomLink } from '@longshore/contract';
import type { ReactNode } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { LineTable } from '../../ui/detail/line-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Mono } from '../../ui/mono.tsx';
import { Tag } from '../../ui/tag.tsx';
import { BinLink, PlateLink } from '../records/index.ts';
import css from './inventory.module.css';

interface StockTableProps {
  inventory: Inventory;
  /** What one can do with a row, at its right. */
  actions?: ((row: StockRow) => ReactNode) | undefined;
  /** Behind a row's lot. */
  lotAction?: ((row: StockRow) => ReactNode) | undefined;
  /** The way on when there is nothing. */
  whenEmpty?: ReactNode;
}

/** The smallest unit above the base one: most goods are handled in it. */
function handlingUnit({ uoms }: Inventory): UomLink | undefined {
  const larger = uoms.filter(({ pivot }) => !pivot.is_base && pivot.qty_per_base > 1);
  return larger.sort((a, b) => a.pivot.qty_per_base - b.pivot.qty_per_base)[0];
}

function Bin({ bin }: { bin: StockRow['locations'][number] }) {
  const t = useText();
  return (
    <span className={css.named}>
      <BinLink {...bin} />
      <span className={css.small}>{t(`inventory.binTypes.${bin.type}`)}</span>
    </span>
  );
}

function Lot({ row, action }: { row: StockRow; action: ReactNode }) {
  return (
    <span className={css.lot}>
      <Mono>{row.lot_number}</Mono>
      {action}
    </span>
  );
}

/** Where the item is: by plate, bin, lot and state. */
export function StockTable({ inventory, actions, lotAction, whenEmpty }: StockTableProps) {
  const t = useText();
  const format = useFormat();
  const { stock } = inventory;
  if (stock.length === 0)
    return (
      <EmptyState title={t('inventory.noStock')} hint={t('inventory.noStockHint')}>
        {whenEmpty}
      </EmptyState>
    );
  const pristine = inventory.in_stock ?? 0;
  const unit = handlingUnit(inventory);
  const inUnit = (quantity: number) =>
    format.number(quantity / (unit?.pivot.qty_per_base ?? 1), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const none = (text: string) => <span className={css.muted}>{text}</span>;
  return (
    <LineTable<StockRow>
      label={t('inventory.stock')}
      dense
      actions={actions}
      rows={stock}
      rowKey={({ id }) => id}
      columns={[
        {
          header: 'inventory.plate',
          total: t('inventory.pristineRows', { count: stock.filter(({ quarantine }) => !quarantine).length }),
          render: ({ license, license_id }) =>
            license === NO_LICENSE ? none(t('inventory.noPlate')) : <PlateLink id={license_id} license={license} />,
        },
        {
          header: 'inventory.location',
          render: ({ locations: [bin] }) => (bin ? <Bin bin={bin} /> : none(t('inventory.noLocation'))),
        },
        {
          header: 'inventory.lot',
          render: (row) => (row.lot_number === NO_LOT ? none('–') : <Lot row={row} action={lotAction?.(row)} />),
        },
        {
          header: 'inventory.expires',
          noWrap: true,
          render: ({ expire_date: day }) => (day ? format.date(day) : none('–')),
        },
        {
          header: 'inventory.state',
          noWrap: true,
          render: ({ quarantine }) =>
            quarantine ? <Tag tone="caution">{t('inventory.quarantined')}</Tag> : t('inventory.isPristine'),
        },
        {
          header: 'inventory.quantity',
          right: true,
          render: ({ total }) => <span className={css.strong}>{format.number(total)}</span>,
          total: <span className={css.strong}>{format.number(pristine)}</span>,
        },
        ...(unit
          ? [
              {
                header: 'inventory.uom' as const,
                headerText: unit.name,
                right: true,
                render: ({ total }: StockRow) => inUnit(total),
                total: inUnit(pristine),
              },
            ]
          : []),
      ]}
    />
  );
}
