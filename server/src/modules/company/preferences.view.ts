import { type GuestBoot, type PaperSize, type Preferences, paperOf, VERSION } from '@longshore/contract';
import type { Clock } from '../../platform/clock.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { logoProblem, shownLogo } from './logo-copy.ts';

/** The build number by which the specification identifies features; it rises with each release. */
export const BUILD = 1100;

const picture = shownLogo(sql.ref('logo'));
const branding = sql`t_header_bg, t_primary_auth, t_primary_btn, t_secondary_btn, t_delete_btn, login_bg_color, logo, ${picture} as logo_picture, branding_name,
  branding, name, address, city, state, postal, country, home_address, host, measure`;

export async function readGuestBoot(tx: Tx, demo: GuestBoot['demo']): Promise<GuestBoot> {
  const { rows } = await sql<Omit<GuestBoot, 'version' | 'demo'>>`select ${branding} from company`.execute(tx);
  if (!rows[0]) throw new Error('The company has no row.');
  return { ...rows[0], version: VERSION, demo };
}

export async function readPreferences(tx: Tx, clock: Clock, supportUrl: string): Promise<Preferences> {
  const { rows } = await sql<Omit<Preferences, 'server_time' | 'version' | 'build' | 'support_url'>>`
    select ${branding}, ${logoProblem(sql.ref('logo'))} as logo_problem, phone, home_country_code, timezone, currency, tax_id, payment_text, paper_size, quick_fulfill, ss_prefix, gs1_prefix, bol_base, invoice_prefix, next_inv_num,
           packing_slip_prefix, next_picking_num, brt_fulfillment_status_in_order_list_bool,
           disable_order_address_autofill_bool, outbound_excel_upload_bool, do_fba, updated_at
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

/** The sender of a document, with the address of the stored logo, and its date format and units. */
export type Letterhead = Pick<
  Preferences,
  'name' | 'address' | 'city' | 'state' | 'postal' | 'country' | 'timezone' | 'measure' | 'currency' | 'logo' | 'tax_id'
> & { paper: PaperSize };

export async function readLetterhead(tx: Tx): Promise<Letterhead> {
  const { rows } = await sql<Omit<Letterhead, 'paper'> & Pick<Preferences, 'paper_size' | 'home_country_code'>>`
    select name, address, city, state, postal, country, timezone, measure, currency, ${picture} as logo, tax_id, paper_size, home_country_code
    from company`.execute(tx);
  if (!rows[0]) throw new Error('The company has no row.');
  const { paper_size, home_country_code, ...letterhead } = rows[0];
  return { ...letterhead, paper: paperOf({ paper_size, home_country_code, measure: letterhead.measure }) };
}

/** The company's time zone, which defines its dates. Read with each list that compares days. */
export async function readTimezone(tx: Tx): Promise<string> {
  const { rows } = await sql<{ timezone: string }>`select timezone from company`.execute(tx);
  return rows[0]?.timezone ?? 'America/New_York';
}
