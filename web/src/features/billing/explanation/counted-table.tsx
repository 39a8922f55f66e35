import type { Cause } from '@longshore/contract';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Section } from '../../../ui/detail/detail-page.tsx';
import { type LineColumn, LineTable } from '../../../ui/detail/line-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { RouteLink } from '../../../ui/route-link.tsx';
import { inventoryPath } from '../../inventory/index.ts';
import { BinLink, PlateLink } from '../../records/index.ts';
import css from '../billing.module.css';
import { volumeUnit } from './explanation-words.ts';

/** Rows that are drawn at first, and that one more click adds: a client can have thousands of SKUs. */
const STEP = 100;
/** From this many rows on one can search in them. */
const SEARCHED_FROM = 20;

interface CountedRowsProps<Row> {
  rows: Row[];
  /** Of all rows; the server answers the first ones only. */
  total: number;
  rowKey: (row: Row) => string | number;
  /** What is searched. */
  text: (row: Row) => string;
  columns: LineColumn<Row>[];
}

/** A long table: searched, and drawn step by step. */
function CountedRows<Row>({ rows, total, rowKey, text, columns }: CountedRowsProps<Row>) {
  const t = useText();
  const format = useFormat();
  const [search, setSearch] = useState('');
  const [drawn, setDrawn] = useState(STEP);
  const title = t('billing.explanation.counted');
  const wanted = search.trim().toLowerCase();
  const found = wanted ? rows.filter((row) => text(row).toLowerCase().includes(wanted)) : rows;
  return (
    <Section title={title} count={total}>
      <div className={css.lines}>
        {rows.length > SEARCHED_FROM && (
          <TextInput
            type="search"
            aria-label={t('billing.explanation.find')}
            placeholder={t('billing.explanation.find')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        {found.length === 0 ? (
          <EmptyState title={wanted ? t('shell.nothingFound', { search }) : t('billing.explanation.nothingCounted')} />
        ) : (
          <LineTable label={title} rows={found.slice(0, drawn)} rowKey={rowKey} columns={columns} dense />
        )}
        {found.length > drawn && (
          <Button variant="default" onClick={() => setDrawn(drawn + STEP)}>
            {t('billing.explanation.showMore')}
          </Button>
        )}
        {total > rows.length && (
          <p>{t('billing.explanation.firstOf', { shown: format.number(rows.length), total: format.number(total) })}</p>
        )}
      </div>
    </Section>
  );
}

type Item = Extract<Cause, { type: 'shipment' }>['items'][number];

const ItemName = ({ id, sku }: Pick<Item, 'id' | 'sku'>) =>
  id === null ? (
    <Mono>{sku}</Mono>
  ) : (
    <RouteLink href={inventoryPath(id, 'view')}>
      <Mono>{sku}</Mono>
    </RouteLink>
  );

/** Items by unit, or by volume with the given unit. */
function CountedItems({ items, total, volume }: { items: Item[]; total: number; volume?: string }) {
  const format = useFormat();
  const decimal = (value: number) => format.number(value, { maximumFractionDigits: 6 });
  const columns: LineColumn<Item>[] = [
    { header: 'billing.explanation.sku', long: true, render: (item) => <ItemName {...item} /> },
    { header: 'billing.explanation.units', right: true, width: 110, render: ({ units }) => format.number(units) },
    volume
      ? {
          header: 'billing.explanation.unitVolume',
          right: true,
          width: 150,
          render: (item) => `${decimal(item.volume ?? 0)} ${volume}`,
        }
      : { header: 'billing.explanation.per', right: true, width: 130, render: ({ per }) => format.number(per) },
    volume
      ? {
          header: 'billing.explanation.volume',
          right: true,
          width: 150,
          render: ({ count }) => `${decimal(count)} ${volume}`,
        }
      : { header: 'billing.explanation.count', right: true, width: 110, render: ({ count }) => format.number(count) },
  ];
  return <CountedRows rows={items} total={total} rowKey={({ sku }) => sku} text={({ sku }) => sku} columns={columns} />;
}

function CountedStock({ cause }: { cause: Extract<Cause, { type: 'snapshot' }> }) {
  const { items, places, pallets } = cause;
  if (places.length)
    return (
      <CountedRows
        rows={places}
        total={cause.places_total}
        rowKey={({ id }) => id}
        text={({ location, category }) => `${location} ${category}`}
        columns={[
          { header: 'billing.explanation.location', render: (place) => <BinLink {...place} /> },
          { header: 'billing.explanation.category', long: true, render: ({ category }) => category || '–' },
        ]}
      />
    );
  if (pallets.length)
    return (
      <CountedRows
        rows={pallets}
        total={cause.pallets_total}
        rowKey={({ id }) => id}
        text={({ license }) => license}
        columns={[{ header: 'billing.explanation.plate', render: (plate) => <PlateLink {...plate} /> }]}
      />
    );
  const volume = items.some((item) => item.volume !== undefined) ? volumeUnit(cause.measure) : undefined;
  return <CountedItems items={items} total={cause.items_total} {...(volume ? { volume } : {})} />;
}

function CountedLines({ cause }: { cause: Extract<Cause, { type: 'count' }> }) {
  const format = useFormat();
  return (
    <CountedRows
      rows={cause.lines}
      total={cause.lines_total}
      rowKey={({ id }) => id}
      text={({ sku, license, location }) => `${sku} ${license} ${location}`}
      columns={[
        {
          header: 'billing.explanation.sku',
          long: true,
          render: ({ inventory_id: id, sku }) => <ItemName id={id} sku={sku} />,
        },
        { header: 'billing.explanation.plate', render: ({ license }) => (license ? <Mono>{license}</Mono> : '–') },
        {
          header: 'billing.explanation.location',
          render: ({ location }) => (location ? <Mono>{location}</Mono> : '–'),
        },
        {
          header: 'billing.explanation.countedUnits',
          right: true,
          width: 110,
          render: ({ counted }) => format.number(counted),
        },
      ]}
    />
  );
}

/** What an entry was counted from, row by row. */
export function CountedTable({ cause }: { cause: Cause }) {
  if (cause.type === 'snapshot') return <CountedStock cause={cause} />;
  if (cause.type === 'count') return <CountedLines cause={cause} />;
  // A shipping charge counts no items.
  return cause.items.length > 0 ? <CountedItems items={cause.items} total={cause.items_total} /> : null;
}
