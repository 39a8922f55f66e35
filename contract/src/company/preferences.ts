import { z } from 'zod';
import { Flag, Id, Moment, PAYMENTS } from '../kit/scalars.ts';
import { PAPER_SIZES } from './paper-size.ts';

export const MEASURES = ['metric', 'imperial'] as const;
export type Measure = (typeof MEASURES)[number];

/** A theme colour: one of the names above, a hex value, or empty for Longshore's own. */
const Colour = z.string();

export const Branding = z.object({
  t_header_bg: Colour,
  t_primary_auth: Colour,
  t_primary_btn: Colour,
  t_secondary_btn: Colour,
  t_delete_btn: Colour,
  login_bg_color: Colour,
  /** As it was entered: an uploaded picture, or the address of one elsewhere. */
  logo: z.string(),
  /**
   * The picture to show, always one of ours: the uploaded one, or the copy of the one elsewhere. Empty when there is
   * none.
   */
  logo_picture: z.string(),
  branding_name: z.string(),
  branding: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  postal: z.string(),
  country: z.string(),
  home_address: z.string(),
  host: z.string(),
  measure: z.enum(MEASURES),
});

const DemoSignIn = z.object({ email: z.string(), title: z.enum(['super', 'staff', 'client', 'viewer']) });

export const GuestBoot = z.object({
  ...Branding.shape,
  version: z.string(),
  /** Only in demo mode: the sign-ins a visitor may try. */
  demo: z.object({ password: z.string(), sign_ins: z.array(DemoSignIn) }).nullable(),
});
export type GuestBoot = z.output<typeof GuestBoot>;

export const Preferences = z.object({
  ...Branding.shape,
  /** Why there is no copy of the logo, as a message of the catalogue; empty otherwise. */
  logo_problem: z.string(),
  phone: z.string(),
  home_country_code: z.string(),
  timezone: z.string(),
  /** ISO 4217 code of the company's one currency, in which every amount is. */
  currency: z.string(),
  tax_id: z.string(),
  payment_text: z.string(),
  paper_size: z.enum(['', ...PAPER_SIZES]),
  quick_fulfill: z.boolean(),
  ss_prefix: z.string(),
  gs1_prefix: z.string(),
  bol_base: z.number().int(),
  invoice_prefix: z.string(),
  next_inv_num: z.number().int(),
  packing_slip_prefix: z.string(),
  next_picking_num: z.number().int(),
  brt_fulfillment_status_in_order_list_bool: z.boolean(),
  disable_order_address_autofill_bool: z.boolean(),
  outbound_excel_upload_bool: z.boolean(),
  do_fba: z.boolean(),
  updated_at: Moment,
  server_time: Moment,
  version: z.string(),
  build: z.number().int(),
  /** The support desk a refusal links to, with the error code in place of {code}; empty when there is none. */
  support_url: z.string(),
});
export type Preferences = z.output<typeof Preferences>;

/** Which of the services on offer is bought: the courier's own, the cheapest, or the cheapest that arrives in time. */
export const LABEL_RULES = ['service', 'cheapest', 'cheapest_in_time'] as const;
export type LabelRule = (typeof LABEL_RULES)[number];

export const Courier = z.object({
  id: Id,
  name: z.string(),
  client_id: Id.nullable(),
  account: z.string(),
  payment_method: z.enum(PAYMENTS),
  billing_zip: z.string(),
  billing_country_code: z.string(),
  ss_mapping_carrier: z.string(),
  ss_mapping_service: z.string(),
  ss_mapping_package: z.string(),
  shippo_id: z.string(),
  shippo_service: z.string(),
  shippo_address_id: z.string(),
  flex_service: z.string(),
  label_rule: z.enum(LABEL_RULES),
  is_active: Flag,
  /** `is_active` by the name the specification gives it for couriers. */
  status: Flag,
});
export type Courier = z.output<typeof Courier>;

export const Tax = z.object({ id: Id, name: z.string(), rate: z.number(), is_active: Flag });
export const Term = z.object({ id: Id, name: z.string(), description: z.string(), is_active: Flag });
export const Uom = z.object({ id: Id, name: z.string(), is_active: Flag });
export const Package = z.object({
  id: Id,
  name: z.string(),
  length: z.number(),
  width: z.number(),
  height: z.number(),
  weight: z.number(),
  is_active: Flag,
});

export const Settings = z.object({
  taxes: z.array(Tax),
  terms: z.array(Term),
  uoms: z.array(Uom),
  packages: z.array(Package),
});
export type Settings = z.output<typeof Settings>;
export const Resources = z.object({
  couriers: z.array(Courier),
  ...Settings.shape,
  /** Time zones a company may be in. */
  timezones: z.array(z.string()),
});
export type Resources = z.output<typeof Resources>;
