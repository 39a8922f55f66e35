import type { Courier, FoundName } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScopeOrShared } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { beginningPatterns, namedBy } from '../../platform/search/names.ts';

export const courierColumns = sql`id, name, client_id, account, payment_method, billing_zip, billing_country_code, ss_mapping_carrier,
  ss_mapping_service, ss_mapping_package, shippo_id, shippo_service, shippo_address_id, flex_service, label_rule,
  is_active::int as is_active, is_active::int as status`;

/** A client user sees shared couriers and its own. */
export async function readCouriers(tx: Tx): Promise<Courier[]> {
  const { rows } =
    await sql<Courier>`select ${courierColumns} from couriers where ${inScopeOrShared(tx)} order by lower(name), id`.execute(
      tx,
    );
  return rows;
}

export async function readCourier(tx: Tx, id: number): Promise<Courier> {
  const { rows } =
    await sql<Courier>`select ${courierColumns} from couriers where id = ${id} and ${inScopeOrShared(tx)}`.execute(tx);
  if (!rows[0]) throw new Error('The courier was not written.');
  return rows[0];
}

/** The active courier of this name that the client can use; its own before a shared one. */
export async function courierNamed(tx: Tx, clientId: number, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from couriers where lower(name) = lower(${name}::text) and is_active and (client_id is null or client_id = ${clientId})
    order by client_id nulls last, id limit 1`.execute(tx);
  return rows[0]?.id;
}

/** Names of the active couriers that the client can use. */
export async function courierNames(tx: Tx, clientId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from couriers where is_active and (client_id is null or client_id = ${clientId}) order by id limit 500`.execute(
    tx,
  );
  return rows.map(({ name }) => name);
}

/** The name of a courier that is shared or belongs to this client. */
export async function nameOfCourier(tx: Tx, clientId: number, courierId: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from couriers where id = ${courierId} and (client_id is null or client_id = ${clientId})`.execute(tx);
  return rows[0]?.name;
}

const NAMES_MAX = 10;

/** Couriers that a phrase names, by their name or its first words. Of those with the same name one is enough. */
export async function findCourierNames(tx: Tx, _actor: Actor, spans: readonly string[]): Promise<FoundName[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select min(id) as id, min(name) as name from couriers
    where is_active and ${inScopeOrShared(tx)} and (lower(name) = any(${spans as string[]}::text[])
      or lower(name) like any(${beginningPatterns(spans)}::text[]))
    group by lower(name) order by lower(name) limit ${sql.lit(NAMES_MAX)}`.execute(tx);
  return rows.flatMap((row) => namedBy('courier', row, spans, true));
}
