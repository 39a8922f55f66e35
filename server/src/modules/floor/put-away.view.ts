import { messageWith, type PutAwayProposal, sentence } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { invalid } from '../../platform/http/problem.ts';
import { likePattern } from '../../platform/lists/list-sql.ts';
import { hasSidesSql } from '../inventory/index.ts';
import { aisleOf } from '../locations/index.ts';
import { plateNumber } from '../stock/index.ts';
import { type Bin, type PlateToPut, proposeBins } from './put-away-rules.ts';

/** Bins that are considered: those with most of the item, and the first empty ones. */
const HOLDING_MAX = 100;
const EMPTY_MAX = 200;
const AISLES_MAX = 5;

interface Plate extends PlateToPut {
  id: number;
  client_id: number;
}

/** Sizes are centimetres or inches; bins hold cubic metres or feet. */
const PER_VOLUME = sql`(select case measure when 'metric' then 1000000 else 1728 end from company)`;
const volumeOf = (table: 'l' | 'p') => {
  const plate = sql.ref(table);
  return sql`case when ${hasSidesSql(table)} then ${plate}.length * ${plate}.width * ${plate}.height / ${PER_VOLUME} end`;
};

async function readPlate(tx: Tx, text: string): Promise<Plate> {
  const license = await plateNumber(tx, text);
  const { rows } = await sql<Plate>`
    select l.id, l.client_id, l.location_id, (${volumeOf('l')})::float8 as volume,
      coalesce(sum(s.quantity), 0)::int as units, coalesce(bool_or(s.quarantine), false) as quarantined
    from licenses l left join stock_rows s on s.client_id = l.client_id and s.license_id = l.id and s.quantity > 0
    where lower(l.license) = lower(${license}::text) and ${inScope(tx, 'l.client_id')} group by l.id`.execute(tx);
  if (!rows[0]) throw invalid('license', messageWith('PlateIsUnknown', text));
  return rows[0];
}

const binColumns = sql`b.id, b.location, b.type, b.billing_category, b.capacity_plates, b.capacity_volume`;

/** Bins with the plate's items, most units first. */
async function readHolding(tx: Tx, plate: Plate): Promise<Bin[]> {
  const { rows } = await sql<Bin>`
    with held as (
      select l.location_id, sum(s.quantity)::int as units from stock_rows s
      join licenses l on l.client_id = s.client_id and l.id = s.license_id
      where s.client_id = ${plate.client_id} and s.quantity > 0 and l.location_id is not null and l.id <> ${plate.id}
        and s.inventory_id in (select g.inventory_id from stock_rows g
          where g.client_id = ${plate.client_id} and g.license_id = ${plate.id} and g.quantity > 0)
      group by l.location_id order by units desc, l.location_id limit ${sql.lit(HOLDING_MAX)})
    select ${binColumns}, h.units, (select count(*)::int from licenses p where p.location_id = b.id) as plates,
      (select coalesce(sum(${volumeOf('p')}), 0)::float8 from licenses p where p.location_id = b.id) as volume
    from held h join locations b on b.id = h.location_id`.execute(tx);
  return rows;
}

/** Empty storage bins: in the aisles where the item is, then of the client's category, then the first ones. */
async function readEmpty(tx: Tx, aisles: readonly string[], category: string): Promise<Bin[]> {
  const patterns = aisles.map((aisle) => `${likePattern(aisle)}%`);
  const { rows } = await sql<Bin>`
    select ${binColumns}, 0 as units, 0 as plates, 0::float8 as volume from locations b
    where b.type = 'S' and not exists (select from licenses l where l.location_id = b.id)
    order by (lower(b.location) like any(${patterns}::text[])) desc, (lower(b.billing_category) = lower(${category}::text)) desc,
      lower(b.location) limit ${sql.lit(EMPTY_MAX)}`.execute(tx);
  return rows;
}

/** What most of a client's plates are stored as. */
async function readCategory(tx: Tx, clientId: number): Promise<string> {
  const { rows } = await sql<{ category: string }>`
    select b.billing_category as category from licenses l join locations b on b.id = l.location_id
    where l.client_id = ${clientId} and b.type = 'S' and b.billing_category <> ''
    group by b.billing_category order by count(*) desc, b.billing_category limit 1`.execute(tx);
  return rows[0]?.category ?? '';
}

/** Where a plate should go. It changes and reserves nothing. */
export async function readPutAway(tx: Tx, license: string): Promise<PutAwayProposal[]> {
  const plate = await readPlate(tx, license);
  const [holding, category] = await Promise.all([readHolding(tx, plate), readCategory(tx, plate.client_id)]);
  const aisles = [...new Set(holding.map(({ location }) => aisleOf(location)).filter(Boolean))].slice(0, AISLES_MAX);
  const empty = await readEmpty(tx, aisles, category);
  return proposeBins(plate, { bins: [...holding, ...empty], category }).map(({ bin, reason }) => ({
    location_id: bin.id,
    location: bin.location,
    type: bin.type,
    plates: bin.plates,
    units: bin.units,
    reason: sentence(reason),
    reason_key: reason,
  }));
}
