import { api, type InventoryRow, inventoryFields, type ListQuery } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { prefetch } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useOpenedClient } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { columnsOf } from '../../ui/fields.ts';
import type { ConditionLabels } from '../../ui/list/conditions.ts';
import { queryOf, segmentOf } from '../../ui/list/list-rules.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { activeFilter, type Column, type ListFilter } from '../../ui/list/list-types.ts';
import { useNarrow } from '../../ui/narrow.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './inventory.module.css';
import { INVENTORIES, inventoryPath, inventoryLabels as labels, QUICK } from './inventory-words.ts';

const TIP_NAME = 50;
const cut = (name: string) => (name.length > TIP_NAME ? `${name.slice(0, TIP_NAME)}…` : name);
const tipOf = ({ name, description, categories }: InventoryRow) =>
  [cut(name), description, categories.join(', ')].filter(Boolean).join('\n');

export function TypeTag({ type }: { type: 'Item' | 'Kit' }) {
  const t = useText();
  return <Tag tone={type === 'Kit' ? 'kit' : 'plain'}>{t(`inventory.types.${type}`)}</Tag>;
}

/** A kit is put together from items: it has no stock of its own to show. */
function Units({ units }: { units: number | null }) {
  const t = useText();
  const format = useFormat();
  if (units === null) return <span className={css.muted}>{t('inventory.notApplicable')}</span>;
  return units === 0 ? <span className={css.muted}>0</span> : format.number(units);
}

/** On a phone no column head says what the number is. */
function Available({ units }: { units: number | null }) {
  const t = useText();
  const format = useFormat();
  if (!useNarrow() || units === null) return <Units units={units} />;
  return t('inventory.optionAvailable', { count: format.number(units) });
}

const { sku, name, upc, is_active, ...others } = columnsOf(inventoryFields);

const columns: Column<InventoryRow>[] = [
  { field: 'type', header: labels.type, width: 56, render: ({ type }) => <TypeTag type={type} /> },
  { ...sku, title: true },
  { field: 'base_uom', header: 'inventory.uom', width: 66, spare: true },
  { ...name, tip: tipOf },
  upc,
  ...Object.values<Column<InventoryRow>>(others),
  {
    field: 'in_stock',
    header: 'inventory.total',
    kind: 'number',
    width: 88,
    narrow: 'hidden',
    render: (row) => <Units units={row.in_stock} />,
  },
  {
    field: 'reserved',
    header: 'inventory.reserve',
    kind: 'number',
    width: 82,
    spare: true,
    narrow: 'hidden',
    render: (row) => <Units units={row.reserved} />,
  },
  {
    field: 'available',
    header: 'inventory.available',
    kind: 'number',
    width: 90,
    narrow: 'end',
    render: (row) => <Available units={row.available} />,
  },
  { ...is_active, kind: 'active' },
  { field: 'updated_at', header: 'inventory.updatedAt', kind: 'date', width: 134, spare: true, narrow: 'hidden' },
];

const conditionLabels: ConditionLabels = {
  ...labels,
  quarantined: 'inventory.quarantined',
  'categories.name': 'inventory.category',
  'lots.lot_number': 'inventory.lot',
  'lots.expire_date': 'inventory.expires',
  'licenses.license': 'inventory.plate',
};

const typeFilter: ListFilter = {
  name: 'type',
  label: labels.type,
  options: { Item: 'inventory.types.Item', Kit: 'inventory.types.Kit' },
};

const STOCK_FIELDS = ['in_stock', 'reserved', 'available'];

/** The quick view has no conditions and no order by stock: switching to it drops them. */
function quickly({ query: _, advanced: __, order_by, ...rest }: ListQuery): ListQuery {
  const byStock = Object.keys(order_by ?? {}).some((field) => STOCK_FIELDS.includes(field));
  return { ...rest, on_page: 1, ...(byStock ? {} : { order_by }) };
}

const addressOf = (query: ListQuery, after: string) => `${INVENTORIES}/${encodeURIComponent(segmentOf(query))}${after}`;

export const QuickInventoryList = () => <Inventories quick />;
export const InventoryList = () => <Inventories />;

function Inventories({ quick }: { quick?: true }) {
  const t = useText();
  const opened = useOpenedClient();
  const params: { query?: string } = useParams({ strict: false });
  const query = queryOf(params.query ?? '');
  const other = quick ? addressOf({ ...query, on_page: 1 }, '') : addressOf(quickly(query), QUICK);
  const shared = {
    title: t('inventory.title'),
    columns,
    rowHref: ({ id }: InventoryRow) => inventoryPath(id, 'view'),
    onRowHover: ({ id }: InventoryRow) => prefetch(api.inventories.get, { params: { id } }),
    filters: [typeFilter, activeFilter],
    searchPlaceholder: 'inventory.search',
    emptyText: 'inventory.noneYet',
    create: { href: inventoryPath('new', 'edit'), label: 'inventory.create' },
    import: [
      { type: 'Inventory', title: t('inventory.importItems'), clientId: opened.client_id },
      { type: 'InventoryUom', title: t('inventory.importUoms'), clientId: opened.client_id },
    ],
    print: { endpoint: api.inventories.print, fileName: 'inventory' },
    viewSwitch: (
      <Button variant="subtle" size="sm" component={RouteLink} href={other}>
        {t(quick ? 'inventory.advancedView' : 'inventory.quickView')}
      </Button>
    ),
  } as const;
  return quick ? (
    <ListScreen
      key="quick"
      endpoint={api.inventories.quickList}
      savedFilterPage="BasicInventory"
      {...shared}
      filters={[...shared.filters]}
    />
  ) : (
    <ListScreen
      key="advanced"
      endpoint={api.inventories.list}
      conditionLabels={conditionLabels}
      savedFilterPage="Inventory"
      {...shared}
      filters={[...shared.filters]}
    />
  );
}
