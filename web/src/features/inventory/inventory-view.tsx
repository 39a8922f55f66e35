import { api, type Inventory, inventoryFields, pathOf } from '@longshore/contract';
import { Button, Tabs } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useParams, useSearch } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { useBackLink } from '../../ui/back-link.ts';
import { DetailPage, Section } from '../../ui/detail/detail-page.tsx';
import { Facts } from '../../ui/detail/facts.tsx';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { useFacts } from '../../ui/fields.ts';
import { listAddress } from '../../ui/list/list-address.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Tag } from '../../ui/tag.tsx';
import { CategoriesPanel, CommentsPanel, FilesPanel, TracePanel } from '../records/index.ts';
import css from './inventory.module.css';
import { TypeTag } from './inventory-list.tsx';
import { INVENTORIES, inventoryPath, inventoryTraceLabels, QUICK } from './inventory-words.ts';
import { KitTab } from './kit-tab.tsx';
import { StockFigure } from './stock-figure.tsx';
import { StockTable } from './stock-table.tsx';
import { UnitTiles } from './unit-tiles.tsx';
import { UomTab } from './uom-tab.tsx';

type Slot = ComponentType<{ inventory: Inventory }>;

/** What later modules put on an item's page. They know items; items do not know them. */
export interface InventorySlots {
  /** Buttons of the head, before Edit. */
  Actions?: Slot;
  /** Beside the figure: stock over time. */
  Chart?: Slot;
  /** The rows of stock, with what one can do with them; without it they are shown. */
  Stock?: Slot;
  /** At the side, below the units: movements, what expires next. */
  Side?: Slot;
}

export function InventoryView({ slots = {} }: { slots?: InventorySlots }) {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const read = useRead(api.inventories.get, { params: { id: Number(id) } });
  const back = useBackLink() ?? listAddress(INVENTORIES, QUICK);
  return (
    <Loaded read={read} backTo={back}>
      {(inventory) => <InventoryPage inventory={inventory} back={back} slots={slots} />}
    </Loaded>
  );
}

function InventoryPage({ inventory, back, slots }: { inventory: Inventory; back: string; slots: InventorySlots }) {
  const t = useText();
  const formatValue = useInventoryValue();
  const { id, sku, type, config } = inventory;
  const { Actions, Chart, Side } = slots;
  return (
    <DetailPage
      title={sku}
      clientId={inventory.client_id}
      mono
      crumbs={[{ label: t('inventory.title'), href: back }, { label: sku }]}
      badge={
        <>
          <span className={css.headName}>{inventory.name}</span>
          <StatusPill status={inventory.is_active ? 'active' : 'disabled'}>
            {t(inventory.is_active ? 'lists.active' : 'lists.disabled')}
          </StatusPill>
          <TypeTag type={type} />
          {config.lot === 1 && <Tag>{t('inventory.lotControlled')}</Tag>}
          {config.serial === 1 && <Tag>{t('inventory.serialControlled')}</Tag>}
        </>
      }
      actions={
        <>
          {Actions && <Actions inventory={inventory} />}
          <Button
            component={RouteLink}
            href={inventoryPath(id, 'edit')}
            aria-keyshortcuts="e"
            leftSection={<IconPencil size={16} stroke={1.7} />}
          >
            {t('inventory.edit')}
          </Button>
        </>
      }
      side={
        <>
          <UnitTiles inventory={inventory} />
          {Side && <Side inventory={inventory} />}
          <CommentsPanel type="Inventory" id={id} />
          <FilesPanel type="Inventory" id={id} />
          <TracePanel
            traceableType="Inventory"
            traceableId={id}
            name={sku}
            fieldLabels={inventoryTraceLabels}
            formatValue={formatValue}
          />
        </>
      }
    >
      <Section>
        <div className={css.top} data-chart={Chart ? true : undefined}>
          <StockFigure inventory={inventory} />
          {Chart && <Chart inventory={inventory} />}
        </div>
      </Section>
      <Section>
        <InventoryTabs inventory={inventory} Stock={slots.Stock ?? StockTable} />
      </Section>
      <Section>
        <InventoryFacts inventory={inventory} />
      </Section>
    </DetailPage>
  );
}

interface Tab {
  name: string;
  label: string;
  count: number;
  content: ReactNode;
}

function InventoryTabs({ inventory, Stock }: { inventory: Inventory; Stock: Slot }) {
  const t = useText();
  const { id, type } = inventory;
  // The panel keeps its own list up to date; the count follows it.
  const categories = useRead(api.panels.categories, { params: { type: 'Inventory' }, query: { resource_id: id } });
  const tabs: Tab[] = [
    type === 'Kit'
      ? {
          name: 'kits',
          label: t('inventory.components'),
          count: inventory.kits.length,
          content: <KitTab inventory={inventory} />,
        }
      : {
          name: 'location',
          label: t('inventory.location'),
          count: inventory.stock.length,
          content: <Stock inventory={inventory} />,
        },
    {
      name: 'category',
      label: t('inventory.category'),
      count: (categories.data ?? inventory.categories).length,
      content: <CategoriesPanel type="Inventory" id={id} />,
    },
    { name: 'uom', label: t('inventory.uom'), count: inventory.uoms.length, content: <UomTab inventory={inventory} /> },
  ];
  // Other screens link to a tab: `?tab=uom`.
  const { tab }: { tab?: unknown } = useSearch({ strict: false });
  const first = tabs.find(({ name }) => name === tab) ?? tabs[0];
  return (
    <Tabs defaultValue={first?.name ?? ''} keepMounted={false} classNames={{ list: css.tabs, tab: css.tab }}>
      <Tabs.List>
        {tabs.map(({ name, label, count }) => (
          <Tabs.Tab key={name} value={name}>
            {label} <span className={css.count}>{count}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name} className={css.panel}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

const pathsOf = (kind: 'flag' | 'money') =>
  Object.entries(inventoryFields).flatMap(([name, field]) => (field.kind === kind ? [pathOf(name, field)] : []));
const FLAGS = [...pathsOf('flag'), 'is_base'];
const AMOUNTS = pathsOf('money');

/** A kept value as the page shows it, for the history. */
function useInventoryValue() {
  const t = useText();
  const format = useFormat();
  return (field: string, value: string) => {
    switch (field) {
      case 'is_active':
        return t(value === '1' ? 'lists.active' : 'lists.disabled');
      case 'type':
        return t(value === 'Kit' ? 'inventory.types.Kit' : 'inventory.types.Item');
      case 'expire_date':
        return format.date(value);
    }
    if (FLAGS.includes(field)) return t(value === '1' ? 'lists.yes' : 'lists.no');
    return AMOUNTS.includes(field) ? format.money(Number(value)) : undefined;
  };
}

/** The bins that it is picked from, in words. */
const sayBins = ({ picking_locations }: Inventory) => picking_locations.map(({ location }) => location).join(', ');

function InventoryFacts({ inventory }: { inventory: Inventory }) {
  const format = useFormat();
  const facts = useFacts(inventoryFields, inventory);
  const { upc, barcode_1, barcode_2, hs_code, custom_value, origin, composition, description, ...others } = facts;
  return (
    <Facts
      items={[
        upc,
        barcode_1,
        barcode_2,
        {
          label: 'inventory.prices',
          value: [inventory.cost, inventory.selling, inventory.msrp].map(format.money).join(' / '),
        },
        hs_code,
        custom_value,
        origin,
        composition,
        ...Object.values(others),
        ...(inventory.picking_locations.length
          ? [{ label: 'inventory.pickingLocations' as const, value: sayBins(inventory), mono: true }]
          : []),
        {
          label: 'inventory.updatedAt',
          value: format.date(inventory.updated_at),
        },
        description,
      ]}
    />
  );
}
