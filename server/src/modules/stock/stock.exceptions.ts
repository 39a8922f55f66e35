import { type Sql, sql } from '../../platform/database/sql.ts';
import { type ExceptionKind, exception, type Fact, type Look } from '../../platform/exceptions/exception.ts';

const EXPIRING_DAYS = 30;

const today = ({ timezone }: Look): Sql => sql`(now() at time zone ${timezone})::date`;

/** Lots with stock by their expiry; what is in quarantine is taken care of. */
const lotsWhere = (expires: Sql, since: Sql): Sql<Fact> => sql<Fact>`
  select b.id::text as record, b.client_id, ${since} as since, null::int as for_user,
    jsonb_build_object('id', i.id, 'name', i.sku, 'item', i.name, 'lot', b.lot_number, 'expiry', b.expire_date, 'count', held.units,
      'places', held.places) as slots
  from lots b cross join lateral (
    select sum(s.quantity) as units, string_agg(distinct coalesce(p.location, l.license), ', ') as places
    from stock_rows s left join licenses l on l.client_id = s.client_id and l.id = s.license_id left join locations p on p.id = l.location_id
    where s.client_id = b.client_id and s.lot_id = b.id and s.quantity > 0 and not s.quarantine) held
  join inventories i on i.client_id = b.client_id and i.id = b.inventory_id
  where ${expires} and held.units > 0 order by b.expire_date, b.id`;

const lotKind = (kind: Pick<ExceptionKind, 'name' | 'severity' | 'find'>) =>
  exception({
    ...kind,
    access: 'user',
    slots: { lot: 'code', expiry: 'day' },
    facts: ['item', 'lot', 'expiry', 'places'],
    link: ({ id }) => `/inventories/${id}/action/view`,
    action: ({ id }) => ({ to: `/inventories/${id}/action/view` }),
    on: ['inventory.moved', 'inventory.saved'],
  });

export const stockExpired = lotKind({
  name: 'stock-expired',
  severity: 'stopped',
  find: (look) => lotsWhere(sql`b.expire_date < ${today(look)}`, sql`day_start(b.expire_date + 1, ${look.timezone})`),
});

export const stockExpiring = lotKind({
  name: 'stock-expiring',
  severity: 'attention',
  find: (look) =>
    lotsWhere(
      sql`b.expire_date between ${today(look)} and ${today(look)} + ${sql.lit(EXPIRING_DAYS)}`,
      sql`day_start(b.expire_date - ${sql.lit(EXPIRING_DAYS)}, ${look.timezone})`,
    ),
});
