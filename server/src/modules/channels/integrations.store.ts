import type { CredentialField, IntegrationUpdate } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Words } from './connector.ts';

/** Of a connection, besides its credentials. */
export type Options = Pick<
  IntegrationUpdate,
  | 'store_time_zone'
  | 'create_new_item'
  | 'auto_process'
  | 'synchronize'
  | 'sync_minutes'
  | 'report_shipments'
  | 'report_stock'
  | 'stock_share'
  | 'stock_reserve'
>;

/** A connection as it is stored, with sealed secrets. */
export interface StoredIntegration {
  id: number;
  client_id: number;
  type: number;
  name: string;
  api_version: string;
  fields: Partial<Record<CredentialField, string>>;
  secrets: Buffer;
  set_at: Partial<Record<CredentialField, string>>;
  verified: boolean;
  problem: string;
  store_time_zone: string;
  create_new_item: boolean;
  auto_process: boolean;
  service_id: string;
  service_loc_id: string;
  is_inv_management: boolean;
  synchronize: boolean;
  sync_minutes: number;
  report_shipments: boolean;
  report_stock: boolean;
  stock_share: number;
  stock_reserve: number;
  synced_until: string | null;
  failures: number;
  user_id: number;
  user_name: string;
  updated_at: string;
}

const columns = sql`i.id, i.client_id, i.type, i.name, i.api_version, i.fields, i.secrets, i.set_at, i.verified, i.problem,
  i.store_time_zone, i.create_new_item, i.auto_process, i.service_id, i.service_loc_id, i.is_inv_management, i.synchronize,
  i.sync_minutes, i.report_shipments, i.report_stock, i.stock_share, i.stock_reserve, i.synced_until, i.failures, i.user_id,
  i.user_name, i.updated_at`;

export async function readStored(tx: Tx, id: number): Promise<StoredIntegration | undefined> {
  const { rows } = await sql<StoredIntegration>`
    select ${columns} from integrations i where i.id = ${id} and ${inScope(tx, 'i.client_id')}`.execute(tx);
  return rows[0];
}

export async function lockStored(tx: Tx, id: number): Promise<StoredIntegration | undefined> {
  const { rows } = await sql<StoredIntegration>`
    select ${columns} from integrations i where i.id = ${id} and ${inScope(tx, 'i.client_id')} for no key update`.execute(
    tx,
  );
  return rows[0];
}

export interface Credentials {
  fields: StoredIntegration['fields'];
  secrets: Buffer;
  set_at: StoredIntegration['set_at'];
}

export interface NewIntegration extends Credentials {
  client_id: number;
  type: number;
  name: string;
  api_version: string;
  account: string;
  warnings: readonly Words[];
  hook_hash: Buffer;
}

export async function insertIntegration(
  tx: Tx,
  actor: Pick<Actor, 'id' | 'name'>,
  made: NewIntegration,
  options: Options,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into integrations (client_id, type, name, api_version, account, warnings, fields, secrets, set_at, hook_hash,
      verified, verified_at, store_time_zone, create_new_item, auto_process, synchronize, sync_minutes, report_shipments,
      report_stock, stock_share, stock_reserve, next_sync_at, user_id, user_name)
    values (${made.client_id}, ${made.type}, ${made.name}, ${made.api_version}, ${made.account}, ${JSON.stringify(made.warnings)}::jsonb,
      ${JSON.stringify(made.fields)}::jsonb, ${made.secrets}, ${JSON.stringify(made.set_at)}::jsonb, ${made.hook_hash},
      true, now(), ${options.store_time_zone}, ${options.create_new_item === 1}, ${options.auto_process === 1},
      ${options.synchronize === 1}, ${options.sync_minutes}, ${options.report_shipments === 1},
      ${options.report_stock === 1}, ${options.stock_share}, ${options.stock_reserve}, now(), ${actor.id}, ${actor.name})
    returning id`.execute(tx);
  if (!rows[0]) throw new Error('The connection was not written.');
  return rows[0].id;
}

export interface SavedIntegration extends Credentials {
  name: string;
  api_version: string;
}

/** Saves the form. A verified one with other credentials forgets the token that it was given for the old ones. */
export async function updateIntegration(
  tx: Tx,
  id: number,
  saved: SavedIntegration,
  options: Options,
  verified: { account: string; warnings: readonly Words[] } | undefined,
): Promise<void> {
  await sql`
    update integrations set name = ${saved.name}, api_version = ${saved.api_version}, fields = ${JSON.stringify(saved.fields)}::jsonb,
      secrets = ${saved.secrets}, set_at = ${JSON.stringify(saved.set_at)}::jsonb,
      store_time_zone = ${options.store_time_zone}, create_new_item = ${options.create_new_item === 1},
      auto_process = ${options.auto_process === 1}, synchronize = ${options.synchronize === 1},
      sync_minutes = ${options.sync_minutes}, report_shipments = ${options.report_shipments === 1},
      report_stock = ${options.report_stock === 1}, stock_share = ${options.stock_share}, stock_reserve = ${options.stock_reserve},
      next_sync_at = case when not synchronize or not verified then now() else next_sync_at end, updated_at = now()
    where id = ${id} and ${inScope(tx)}`.execute(tx);
  if (verified)
    await sql`
      update integrations set verified = true, verified_at = now(), problem = '', account = ${verified.account},
        warnings = ${JSON.stringify(verified.warnings)}::jsonb, failures = 0,
        token = null, token_expires_at = null, next_sync_at = now()
      where id = ${id} and ${inScope(tx)}`.execute(tx);
}

/** The partner does not accept the credentials any more. Answers whether it did until now. */
export async function markRevoked(tx: Tx, id: number, reason: string): Promise<boolean> {
  const { count } = await sql`
    update integrations set verified = false, problem = ${reason}, token = null, token_expires_at = null
    where id = ${id} and verified and ${inScope(tx)}`.execute(tx);
  return count > 0;
}

/** The location, store or source of the partner that the connection works for. */
export async function setField(tx: Tx, id: number, field: CredentialField, value: string): Promise<void> {
  await sql`
    update integrations set fields = fields || jsonb_build_object(${field}::text, ${value}::text), updated_at = now(), synced_until = null,
      next_sync_at = now()
    where id = ${id} and ${inScope(tx)}`.execute(tx);
}

export async function setService(
  tx: Tx,
  id: number,
  service: { serviceId: string; locationId: string; isStockSharing: boolean },
): Promise<void> {
  await sql`
    update integrations set service_id = ${service.serviceId}, service_loc_id = ${service.locationId},
      is_inv_management = ${service.isStockSharing}, updated_at = now(), synced_until = null, next_sync_at = now()
    where id = ${id} and ${inScope(tx)}`.execute(tx);
}

export async function deleteIntegration(tx: Tx, id: number): Promise<{ client_id: number; name: string } | undefined> {
  const { rows } = await sql<{ client_id: number; name: string }>`
    delete from integrations where id = ${id} and ${inScope(tx)} returning client_id, name`.execute(tx);
  return rows[0];
}
