import {
  type AvailableItem,
  api,
  mayCall,
  ORDER_LINES_MAX,
  ORDER_STATUSES,
  ORDER_TYPES,
  type OrderType,
  orderList,
  relationDisplayName,
  type ScannedCodes,
  type SearchHit,
} from '@longshore/contract';
import { type Actor, workingClient } from '../../platform/auth/actor.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { flagOf, likePattern, listSql, oneOfListed } from '../../platform/lists/list-sql.ts';
import { searchSql } from '../../platform/lists/search.ts';
import type { FoundHit } from '../../platform/search/search.ts';
import { clientIdOfNew } from '../clients/index.ts';
import { canProcess, orderStatus, relationOf, sourceOf } from './order.view.ts';
import { orderColumns } from './order-columns.ts';
import type { ShipmentsOfOrders } from './shipments-of-orders.ts';

const beginsWith = (term: string) => {
  const pattern = `${likePattern(term)}%`;
  return sql`(lower(o.reference) like ${pattern} or lower(o.po) like ${pattern})`;
};

const addressFields = (column: Sql) => ({
  company: sql`(${column} ->> 'company')`,
  contact: sql`(${column} ->> 'contact')`,
  city: sql`(${column} ->> 'city')`,
  state_code: sql`(${column} ->> 'state_code')`,
  postal_code: sql`(${column} ->> 'postal_code')`,
  country_code: sql`(${column} ->> 'country_code')`,
});

/** Orders as they are searched, in the list and in the palette. */
const searchedOrders = {
  // A left join is left out where nothing is read from it, as when rows are counted.
  from: sql`orders o left join relations r on r.client_id = o.client_id and r.id = o.relation_id`,
  id: sql`o.id`,
  visible: (actor: Actor) => sql`o.client_id = ${workingClient(actor)}`,
  search: beginsWith,
  fragments: {
    text: sql`o.search_text`,
    ids: (clientId: number, pattern: string) => sql`guarded.find_orders(${clientId}, ${pattern})`,
  },
};

export const orderListSql = (shipments: ShipmentsOfOrders) =>
  listSql<typeof orderList>({
    ...searchedOrders,
    spec: orderList,
    select: sql`o.id, o.client_id, o.type, o.status, ${orderColumns.row}, ${relationOf} as relation, r.name as relation_name,
    ${sourceOf} as source, o.shipping_address, ${shipments.status} as wh_status, o.has_bo::int as bo,
    json_build_object('bo', o.has_bo::int, 'can_process', ${canProcess}) as fulfill_status, ${orderStatus} as order_status,
    o.created_at, o.updated_at`,
    // The export shows it as the screens do.
    complete: (row) => ({ ...row, relation_name: relationDisplayName(row.relation_name, row.source.source) }),
    sort: {
      ...orderColumns.sort,
      created_at: [sql`o.created_at`],
      updated_at: [sql`o.updated_at`],
    },
    filter: {
      type: oneOfListed(sql`o.type`, ORDER_TYPES),
      status: oneOfListed(sql`o.status`, ORDER_STATUSES),
      bo: flagOf(sql`o.has_bo`),
    },
    conditions: {
      '': {
        fields: {
          ...orderColumns.conditions,
          source: sql`o.source`,
          created_at: sql`o.created_at`,
          updated_at: sql`o.updated_at`,
        },
      },
      lines: {
        within: (comparison) =>
          sql`exists (select from order_lines l where l.client_id = o.client_id and l.order_id = o.id and l.quantity > 0 and ${comparison})`,
        fields: { sku: sql`l.sku`, name: sql`l.name` },
      },
      relation: { fields: { name: sql`r.name`, account: sql`r.account`, email: sql`r.email` } },
      shipping_address: { fields: addressFields(sql`o.shipping_address`) },
      billing_address: { fields: addressFields(sql`o.billing_address`) },
      shipments: shipments.conditions,
    },
  });

/** Address of the order's own screen. */
export const orderPath = (type: OrderType, id: number) => `/orders/${type.replace(' ', '-')}/${id}/action/view`;

const HITS_MAX = 10;

interface Found {
  id: number;
  type: OrderType;
  reference: string;
  po: string;
  relation: string;
  source: string;
}

const hasReference = (reference: string) =>
  sql`o.type = any(${[...ORDER_TYPES]}) and lower(o.reference) = lower(${reference}::text)`;

const hasPo = (po: string) => sql`o.type = any(${[...ORDER_TYPES]}) and lower(o.po) = lower(${po}::text)`;

async function readFound(tx: Tx, actor: Actor, where: Sql): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select o.id, o.type, o.reference, o.po, r.name as relation, o.source from ${searchedOrders.from}
    where ${searchedOrders.visible(actor)} and ${where} order by o.id desc limit ${sql.lit(HITS_MAX)}`.execute(tx);
  return rows;
}

const hitOf = (row: Found): SearchHit => ({
  kind: row.type,
  id: row.id,
  title: row.reference,
  description: [row.po, relationDisplayName(row.relation, row.source)].filter(Boolean).join(' · '),
  path: orderPath(row.type, row.id),
});

/**
 * For the palette: orders of the client that the user works for, those with exactly this reference or PO first, then the
 * newest. All are read from an index in order, so that a frequent fragment needs no sort of all orders.
 */
export async function findOrders(tx: Tx, actor: Actor, term: string): Promise<FoundHit[]> {
  const condition = await searchSql(tx, searchedOrders, actor, term);
  const found = (
    await Promise.all([
      readFound(tx, actor, hasReference(term)),
      readFound(tx, actor, hasPo(term)),
      readFound(tx, actor, condition),
    ])
  ).flat();
  return [...new Map(found.map((row) => [row.id, row])).values()]
    .slice(0, HITS_MAX)
    .map((row) => ({ ...hitOf(row), codes: [row.po] }));
}

/**
 * A scan names an order of the working client by its own code or by its reference. Whoever may open shipments gets the
 * shipment of a reference instead, as soon as there is one.
 */
export async function findScannedOrders(tx: Tx, actor: Actor, { own, plain }: ScannedCodes): Promise<SearchHit[]> {
  if (own?.kind === 'order') return (await readFound(tx, actor, sql`o.id = ${own.id}::bigint`)).map(hitOf);
  if (!plain) return [];
  const isShown = mayCall(actor, api.shipments.get.access) ? sql`o.status = 'Open'` : sql`true`;
  return (await readFound(tx, actor, sql`${hasReference(plain)} and ${isShown}`)).map(hitOf);
}

/** For the client's page. */
export async function countOrders(tx: Tx, clientId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from orders where client_id = ${clientId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Active items with units available, by SKU: as many as an order can have lines. Staff may name another client. */
export async function readAvailables(tx: Tx, actor: Actor, named: number | undefined): Promise<AvailableItem[]> {
  const clientId = clientIdOfNew(actor, named);
  const { rows } = await sql<AvailableItem>`
    select i.id, i.sku, i.name, t.available, json_build_object('hs_code', i.hs_code, 'custom_value', i.custom_value::float8,
      'origin', i.origin, 'composition', i.composition) as international
    from inventories i join item_totals t on t.client_id = i.client_id and t.inventory_id = i.id
    where i.client_id = ${clientId} and i.type = 'Item' and i.is_active and t.available > 0
    order by lower(i.sku), i.id limit ${sql.lit(ORDER_LINES_MAX)}`.execute(tx);
  return rows;
}
