import type { ClientAddress, ClientDetail } from '@longshore/contract';
import type { Tables } from '../../platform/database/generated/schema.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { changedColumns, insertOne } from '../../platform/database/written-columns.ts';

type Column<Name extends keyof Tables['clients']> = NonNullable<Tables['clients'][Name]>;
export type ClientGeneralFields = {
  [Name in (typeof generalColumns)[number]]: Column<Name>;
};
export type ClientAddressFields = ClientAddress;
/** The detail columns of a save: numbers as numbers, flags as booleans. */
export type ClientDetailFields = Omit<
  Required<ClientDetail>,
  'use_ship_station' | 'email_upon_receiving' | 'email_upon_shipping' | 'next_inv_num' | 'next_picking_num'
> & {
  use_ship_station: boolean;
  email_upon_receiving: boolean;
  email_upon_shipping: boolean;
  next_inv_num: number;
  next_picking_num: number;
};

const generalColumns = [
  'company',
  'email',
  'account',
  'is_active',
  'is_fba',
  'custom_1',
  'custom_2',
  'custom_3',
  'custom_4',
  'custom_5',
] as const;

export interface LockedClient {
  id: number;
  updated_at: string;
  general: ClientGeneralFields;
  address: ClientAddressFields;
  detail: ClientDetailFields;
}

/** Locks the client against other writers and returns its current parts. */
export async function lockClient(tx: Tx, id: number): Promise<LockedClient | undefined> {
  const { rows } = await sql<LockedClient>`
    select id, updated_at, address,
      json_build_object('company', company, 'email', email, 'account', account, 'is_active', is_active, 'is_fba', is_fba,
        'custom_1', custom_1, 'custom_2', custom_2, 'custom_3', custom_3, 'custom_4', custom_4, 'custom_5', custom_5) as general,
      json_build_object('invoice_prefix', invoice_prefix, 'next_inv_num', next_inv_num, 'packing_slip_prefix', packing_slip_prefix,
        'next_picking_num', next_picking_num, 'logo_uri', logo_uri, 'qb_mapping_name', qb_mapping_name, 'invoice_term', invoice_term,
        'due_date', due_date, 'use_ship_station', use_ship_station, 'ss_warehouse', ss_warehouse,
        'shipping_charge_modify', shipping_charge_modify::float8, 'order_notification', order_notification,
        'order_notification_email', order_notification_email, 'tax_code', tax_code, 'tax_rate', tax_rate::float8,
        'email_upon_receiving', email_upon_receiving, 'email_upon_shipping', email_upon_shipping,
        'receiving_notification_emails', receiving_notification_emails,
        'shipping_notification_emails', shipping_notification_emails) as detail
    from clients where id = ${id} and ${inScope(tx, 'id')} for no key update`.execute(tx);
  return rows[0];
}

export async function insertClient(
  tx: Tx,
  general: ClientGeneralFields,
  address: ClientAddressFields,
  detail: ClientDetailFields,
): Promise<number> {
  return insertOne(tx, 'clients', { ...general, ...detail, address: JSON.stringify(address) });
}

export async function updateClient(
  tx: Tx,
  id: number,
  { general, address, detail }: Pick<LockedClient, 'general' | 'address' | 'detail'>,
): Promise<void> {
  const changed = changedColumns('clients', { ...general, ...detail, address: JSON.stringify(address) });
  await sql`update clients set ${changed}, updated_at = now() where id = ${id} and ${inScope(tx, 'id')}`.execute(tx);
}

export async function clientExists(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from clients where id = ${id} and ${inScope(tx, 'id')}`.execute(tx);
  return rows.length > 0;
}
