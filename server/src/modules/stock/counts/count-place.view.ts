import { COUNT_PLACE_MAX, COUNTED_DAYS_MAX, type CountLine, type CountPlace } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { invalid, notFound } from '../../../platform/http/problem.ts';
import { locationNamed, readLocation } from '../../locations/index.ts';
import { plateNumber, ssccOfPlate } from '../ssccs/ssccs.view.ts';
import { countingMoment } from './counts.store.ts';
import { addVariances, type PlainLine } from './counts.view.ts';
import { lineNames, walkOrder } from './variances.ts';

interface Named {
  location: string;
  license: string;
}

interface Place {
  location: CountPlace['location'];
  plates: CountPlace['plates'];
  /** The condition for the lines at the place. */
  lines: Sql;
}

async function binOf(tx: Tx, clientId: number, name: string): Promise<Place> {
  const id = await locationNamed(tx, name);
  if (id === undefined) throw invalid('location', `NoSuchBin:${name}`);
  const { location } = await readLocation(tx, id);
  const { rows: plates } = await sql<CountPlace['plates'][number]>`
    select l.id, l.license, ${ssccOfPlate} as sscc from licenses l where l.location_id = ${id} and l.client_id = ${clientId}
    order by lower(l.license) limit ${sql.lit(COUNT_PLACE_MAX)}`.execute(tx);
  return { location: { id, location }, plates, lines: sql`p.location_id = ${id}` };
}

async function plateOf(tx: Tx, clientId: number, number: string): Promise<Place> {
  const named = await plateNumber(tx, number);
  const { rows } = await sql<CountPlace['plates'][number] & { location: CountPlace['location'] }>`
    select l.id, l.license, ${ssccOfPlate} as sscc, case when b.id is not null then json_build_object('id', b.id, 'location', b.location) end as location
    from licenses l left join locations b on b.id = l.location_id
    where l.client_id = ${clientId} and lower(l.license) = lower(${named}::text)`.execute(tx);
  const plate = rows[0];
  if (!plate) throw invalid('license', `PlateIsUnknown:${number}`);
  const { id, license, sscc, location } = plate;
  return { location, plates: [{ id, license, sscc }], lines: sql`l.license_id = ${id}` };
}

/** The codes that a scan of the lines' items may have. */
async function addCodes(tx: Tx, lines: readonly CountLine[]): Promise<CountPlace['lines']> {
  const items = [...new Set(lines.map(({ inventory_id }) => inventory_id))];
  const { rows } = await sql<{ id: number; codes: string[] }>`
    select id, array_remove(array[sku, upc, barcode_1, barcode_2], '') as codes from inventories
    where id = any(${items}::int[]) and ${inScope(tx)}`.execute(tx);
  const codesOf = new Map(rows.map(({ id, codes }) => [id, codes]));
  return lines.map((line) => ({ ...line, codes: codesOf.get(line.inventory_id) ?? [] }));
}

const placeOf = async (tx: Tx, clientId: number, { location, license }: Named): Promise<Place> => {
  if (license) return plateOf(tx, clientId, license);
  return location ? binOf(tx, clientId, location) : { location: null, plates: [], lines: sql`l.license_id is null` };
};

/** The rows of a count at one place, in walking order. */
export async function readCountPlace(tx: Tx, actor: Actor, countId: number, named: Named): Promise<CountPlace> {
  const { rows: counts } = await sql<{ client_id: number }>`
    select client_id from counts where id = ${countId} and ${inScope(tx)}`.execute(tx);
  if (!counts[0]) throw notFound();
  const place = await placeOf(tx, counts[0].client_id, named);
  const { rows } = await sql<PlainLine>`
    select l.id, l.count_id, l.inventory_id from count_lines l ${lineNames}
    where l.count_id = ${countId} and ${inScope(tx, 'l.client_id')} and ${place.lines}
    order by ${sql.join(walkOrder)}, l.id limit ${sql.lit(COUNT_PLACE_MAX + 1)}`.execute(tx);
  const { location, plates } = place;
  const { now } = await countingMoment(tx, undefined, COUNTED_DAYS_MAX);
  return {
    location,
    plates,
    more: rows.length > COUNT_PLACE_MAX,
    at: now,
    lines: await addCodes(tx, await addVariances(tx, actor, rows.slice(0, COUNT_PLACE_MAX))),
  };
}
