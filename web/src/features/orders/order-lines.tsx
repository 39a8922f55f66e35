import { amountOf, api, currencyDecimals, directionOf, type Order, type OrderLine } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { download, saveDownload } from '../../lib/api.ts';
import { showFailure } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { sessionCurrency } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Section } from '../../ui/detail/detail-page.tsx';
import { type LineColumn, LineTable } from '../../ui/detail/line-table.tsx';
import { Mono } from '../../ui/mono.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { Tag } from '../../ui/tag.tsx';
import { inventoryPath, TypeTag } from '../inventory/index.ts';
import { TotalsList } from './order-totals.tsx';
import css from './orders.module.css';

/** Units that are left of a line and not in stock. */
const shortOf = ({ line_status: { leftover, available_inventory } }: OrderLine): number =>
  available_inventory === null ? 0 : Math.max(0, leftover - available_inventory);

const sumOf = (order: Order, of: (line: OrderLine) => number) => order.lines.reduce((sum, line) => sum + of(line), 0);

interface LineItemProps {
  /** As messages count the lines: from 1. */
  number?: number;
  line: {
    inventory_id: number;
    sku: string;
    name: string;
    comment: string;
    kit_id: number | null;
    kit_property: { sku: string; quantity: number } | null;
  };
}

/** The item of a line: its code, the kit that it is part of, its name and the comment. */
export function LineItem({ number, line }: LineItemProps) {
  return (
    <>
      <span className={css.itemLine}>
        {number && <span className={css.number}>{number}</span>}
        <span className={css.itemCodes}>
          <RouteLink className={css.link} href={inventoryPath(line.inventory_id, 'view')}>
            <Mono>{line.sku}</Mono>
          </RouteLink>
          {line.kit_id !== null && (
            <>
              <TypeTag type="Kit" />
              <span className={css.kit}>
                <Mono>
                  {line.kit_property?.sku} @ {line.kit_property?.quantity}
                </Mono>
              </span>
            </>
          )}
        </span>
      </span>
      <span className={css.second}>{line.name}</span>
      {line.comment && <span className={css.comment}>{line.comment}</span>}
    </>
  );
}

/** What is left of a line; amber when the stock does not cover it. */
function Leftover({ line }: { line: OrderLine }) {
  const t = useText();
  const format = useFormat();
  const { leftover, cancelled_qty } = line.line_status;
  const short = shortOf(line);
  return (
    <>
      {short > 0 ? (
        <Tag tone="attention">
          <IconAlertTriangle className={css.tagIcon} size={12} stroke={1.7} aria-hidden />
          {t('orders.view.short', { leftover: format.number(leftover), short: format.number(short) })}
        </Tag>
      ) : (
        <span className={leftover === 0 ? css.muted : undefined}>{format.number(leftover)}</span>
      )}
      {cancelled_qty > 0 && (
        <span className={css.second}>{t('orders.view.cancelledUnits', { count: format.number(cancelled_qty) })}</span>
      )}
    </>
  );
}

/** Outbound orders show what was shipped and what is available, inbound ones what was received and how. */
function useColumns(order: Order): LineColumn<OrderLine>[] {
  const t = useText();
  const format = useFormat();
  const isOutbound = directionOf(order.type) === 'outbound';
  const units = (header: LineColumn<OrderLine>['header'], of: (line: OrderLine) => number): LineColumn<OrderLine> => ({
    header,
    right: true,
    total: format.number(sumOf(order, of)),
    render: (line) => (of(line) === 0 ? <span className={css.muted}>0</span> : format.number(of(line))),
  });
  const fulfilled = isOutbound
    ? [units('orders.view.shipped', ({ line_status }) => line_status.shipped_qty)]
    : [
        units('orders.view.pristine', ({ line_status }) => line_status.pristine_qty),
        units('orders.view.quarantined', ({ line_status }) => line_status.quarantined_qty),
      ];
  return [
    {
      header: 'orders.view.item',
      total: t('orders.form.units'),
      render: (line) => <LineItem number={order.lines.indexOf(line) + 1} line={line} />,
    },
    { header: 'orders.view.uom', noWrap: true, render: ({ uom }) => uom || '–' },
    { ...units('orders.view.ordered', ({ quantity }) => quantity), narrow: 'end' },
    ...fulfilled,
    {
      ...units('orders.view.leftover', ({ line_status }) => line_status.leftover),
      render: (line) => <Leftover line={line} />,
    },
    ...(isOutbound
      ? [
          {
            header: 'orders.view.available' as const,
            right: true,
            total: '',
            render: ({ line_status: { available_inventory } }: OrderLine) =>
              available_inventory === null ? '–' : format.number(available_inventory),
          },
        ]
      : []),
    { header: 'orders.view.price', right: true, total: '', render: ({ price }) => format.amount(price) },
    {
      header: 'orders.view.total',
      right: true,
      total: '',
      render: ({ price, quantity, remainder }) =>
        format.amount(
          // As an invoice prints it.
          amountOf({ price: String(price), quantity, remainder: String(remainder) })
            .rounded(currencyDecimals(sessionCurrency()))
            .toNumber(),
        ),
    },
  ];
}

/** Saves the lines as a spreadsheet. */
function ExportButton({ order }: { order: Order }) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await download(api.orders.linesSheet, { params: { id: order.id } }).then(saveDownload, showFailure);
    setBusy(false);
  };
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconDownload size={16} stroke={1.7} />}
      disabled={busy}
      onClick={() => void save()}
    >
      {t('orders.view.exportLines')}
    </Button>
  );
}

export function OrderLines({ order }: { order: Order }) {
  const t = useText();
  const columns = useColumns(order);
  return (
    <Section title={t('orders.lines')} count={order.lines.length} action={<ExportButton order={order} />}>
      <LineTable label={t('orders.lines')} rows={order.lines} rowKey={({ id }) => id} columns={columns} />
      <div className={css.orderTotals}>
        <TotalsList totals={order.totals} taxRate={order.accounting.tax_rate} />
      </div>
    </Section>
  );
}
