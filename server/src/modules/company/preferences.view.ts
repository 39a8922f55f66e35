import { type GuestBoot, type Preferences, type Resources, VERSION } from '@longshore/contract';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/tx.ts';

/** The build number the specification counts features by; it rises with each release. */
export const BUILD = 1100;

const branding = sql`t_header_bg, t_primary_auth, t_primary_btn, t_secondary_btn, t_delete_btn, login_bg_color, logo, branding_name,
  branding, name, address, city, state, postal, country, home_address, host, measure`;

export async function readGuestBoot(tx: Tx, demo: GuestBoot['demo']): Promise<GuestBoot> {
  const { rows } = await sql<Omit<GuestBoot, 'version' | 'demo'>>`select ${branding} from company`.execute(tx);
  if (!rows[0]) throw new Error('The company has no row.');
  return { ...rows[0], version: VERSION, demo };
}

export async function readPreferences(tx: Tx, clock: Clock, supportUrl: string): Promise<Preferences> {
  const { rows } = await sql<Preferences>`
    select ${branding}, phone, home_country_code, timezone, quick_fulfill, ss_prefix, bol_base,
           brt_fulfillment_status_in_order_list_bool, disable_order_address_autofill_bool, outbound_excel_upload_bool, do_fba
    from company`.execute(tx);
  if (!rows[0]) throw new Error('The company has no row.');
  return {
    ...rows[0],
    server_time: clock.now().toISOString(),
    version: VERSION,
    build: BUILD,
    support_url: supportUrl,
  };
}

export async function readCouriers(tx: Tx): Promise<Resources['couriers']> {
  const { rows } = await sql<Resources['couriers'][number]>`
    select id, name, client_id, account, payment_method, billing_zip, billing_country_code, is_active
    from couriers order by lower(name), id`.execute(tx);
  return rows;
}

export async function readSettings(tx: Tx): Promise<Omit<Resources, 'couriers'>> {
  const [taxes, terms, uoms, packages] = await Promise.all([
    sql<
      Resources['taxes'][number]
    >`select id, name, rate::float8 as rate, is_active from taxes order by rate, lower(name), id`.execute(tx),
    sql<
      Resources['terms'][number]
    >`select id, name, description, is_active from terms order by lower(name), id`.execute(tx),
    sql<Resources['uoms'][number]>`select id, name, is_active from uoms order by lower(name), id`.execute(tx),
    sql<Resources['packages'][number]>`
      select id, name, length::float8 as length, width::float8 as width, height::float8 as height, weight::float8 as weight, is_active
      from packages order by lower(name), id`.execute(tx),
  ]);
  return { taxes: taxes.rows, terms: terms.rows, uoms: uoms.rows, packages: packages.rows };
}

/** The company's zone, in which its dates are counted. Read with each list that compares days. */
export async function readTimezone(tx: Tx): Promise<string> {
  const { rows } = await sql<{ timezone: string }>`select timezone from company`.execute(tx);
  return rows[0]?.timezone ?? 'America/New_York';
}
