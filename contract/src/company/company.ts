import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CountryCode, FlagIn, Id, idOf, Moment, Payment, Rate, required, Stamp, size, text } from '../kit/scalars.ts';
import { COMPANY_COLOURS, Courier, MEASURES, Package, Preferences, Settings, Tax, Term, Uom } from './preferences.ts';

export const ProviderMessage = z.object({ id: Id, title: z.string(), body: z.string(), published_at: Moment });
export type ProviderMessage = z.output<typeof ProviderMessage>;
export const ProviderMessageInput = z.object({ title: required('TitleIsRequired', 200), body: text(4000) });

/** Traces of the company hang on this id: there is one company. */
export const COMPANY_ID = 1;

/** A named colour, a hex value, or empty for Longshore's own. */
const Colour = text(32).refine(
  (value) => value === '' || Object.hasOwn(COMPANY_COLOURS, value) || /^#[0-9a-f]{6}$/i.test(value),
  'ColourIsInvalid',
);
const optionalUrl = (message: 'WebsiteIsInvalid' | 'LogoIsInvalid') =>
  text(500).refine((value) => value === '' || z.url({ protocol: /^https?$/ }).safeParse(value).success, message);

/** Numbers on documents fit an integer with room to rise. */
const NUMBER_MAX = 2_000_000_000;
const wholeNumber = (message: 'InvliadNumberFormat' | 'BolBaseIsInvalid') =>
  z
    .number({ error: () => message })
    .int(message)
    .positive(message)
    .max(NUMBER_MAX, message);

/** A name of the time zone database. Offsets are none: PostgreSQL reads their sign the other way round. */
function isTimezone(zone: string): boolean {
  if (!/^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)*$/.test(zone)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

export const CompanyInput = z.object({
  name: required('CompanyOwnNameIsRequired'),
  address: text(),
  city: text(),
  state: text(),
  postal: text(32),
  country: text(),
  phone: text(64),
  home_country_code: CountryCode,
  home_address: optionalUrl('WebsiteIsInvalid'),
  host: text(200),
  logo: optionalUrl('LogoIsInvalid'),
  branding_name: required('GuestHeaderIsRequired'),
  branding: required('GuestSloganIsRequired'),
  measure: z.enum(MEASURES),
  timezone: z
    .string({ error: () => 'TimezoneIsUnknown' })
    .max(64)
    .refine(isTimezone, 'TimezoneIsUnknown')
    .meta({ example: 'America/New_York' }),
  t_header_bg: Colour,
  t_primary_auth: Colour,
  t_primary_btn: Colour,
  t_secondary_btn: Colour,
  t_delete_btn: Colour,
  login_bg_color: Colour,
  quick_fulfill: FlagIn.default(0),
  ss_prefix: text(16),
  bol_base: wholeNumber('BolBaseIsInvalid'),
  invoice_prefix: text(16),
  next_inv_num: wholeNumber('InvliadNumberFormat').default(1000),
  packing_slip_prefix: text(16),
  next_picking_num: wholeNumber('InvliadNumberFormat').default(1000),
  do_fba: FlagIn.default(0),
  brt_fulfillment_status_in_order_list_bool: FlagIn.default(0),
  disable_order_address_autofill_bool: FlagIn.default(0),
  outbound_excel_upload_bool: FlagIn.default(0),
  updated_at: Stamp,
});
export type CompanyInput = z.output<typeof CompanyInput>;

export const CourierInput = z.object({
  name: required('CourierNameIsRequired'),
  /** Nobody's in particular unless it is one client's own. */
  client_id: Id.nullable().default(null),
  account: text(),
  payment_method: Payment,
  billing_zip: text(32),
  billing_country_code: CountryCode.unwrap().default('US'),
  ss_mapping_carrier: text(),
  ss_mapping_service: text(),
  ss_mapping_package: text(),
  shippo_id: text(),
  shippo_service: text(),
  shippo_address_id: text(),
  flex_service: text(),
  is_active: FlagIn.default(1),
  /** `is_active` by the name the specification gives it for couriers; when given it wins. */
  status: FlagIn.optional(),
});
export type CourierInput = z.output<typeof CourierInput>;

const side = size('SizeIsInvalid');

/** The four kinds of setting, each with what it takes. */
export const settingInputs = {
  tax: z.object({
    name: required('TaxNameIsRequired', 80),
    rate: z
      .union([z.number(), z.string().regex(/^\d+(\.\d+)?$/, 'TaxRateIsNotANumber')], {
        error: () => 'TaxRateIsNotANumber',
      })
      .transform((rate): number | string => Number(rate))
      .pipe(Rate),
    is_active: FlagIn.default(1),
  }),
  term: z.object({ name: required('TermNameIsRequired', 80), description: text(500), is_active: FlagIn.default(1) }),
  package: z.object({
    name: required('PackageNameIsRequired', 80),
    length: side,
    width: side,
    height: side,
    weight: side,
    is_active: FlagIn.default(1),
  }),
  uom: z.object({ name: required('UomNameIsRequired', 40), is_active: FlagIn.default(1) }),
} as const;
export type SettingKind = keyof typeof settingInputs;
export type SettingInput<Kind extends SettingKind> = z.output<(typeof settingInputs)[Kind]>;

/** The list a kind of setting stands in. */
export const SETTING_LISTS = { tax: 'taxes', term: 'terms', package: 'packages', uom: 'uoms' } as const;

/** Any letter case in the address. */
const Kind = z.preprocess(
  (word) => (typeof word === 'string' ? word.toLowerCase() : word),
  z.enum(['tax', 'term', 'package', 'uom']),
);
/** An id of the list that the kind names; the generated tests try it with the first kind. */
const SettingId = idOf('taxes');

/** The record and the whole list it is in, under the list's key. */
const Saved = z.union([
  Tax.extend({ taxes: z.array(Tax) }),
  Package.extend({ packages: z.array(Package) }),
  Term.extend({ terms: z.array(Term) }),
  Uom.extend({ uoms: z.array(Uom) }),
]);
export type SavedSetting = z.output<typeof Saved>;

/** The body fits the kind in the address; which one is known only there, so the command checks it. */
const AnySetting = z.record(z.string().max(40), z.unknown()).meta({ example: { name: 'Sample', rate: 0 } });

export const company = {
  saveConfig: endpoint({
    method: 'POST',
    path: '/system/config',
    access: 'update_company_info',
    summary: 'Save the company',
    body: CompanyInput,
    response: Preferences,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/settings',
    access: 'user',
    summary: 'Taxes, terms, units and packages',
    response: Settings,
  }),
  createSetting: endpoint({
    method: 'POST',
    path: '/settings/:kind',
    access: 'create_general',
    summary: 'Add a tax, term, package or unit',
    params: { kind: Kind },
    body: AnySetting,
    response: Saved,
  }),
  updateSetting: endpoint({
    method: 'PUT',
    path: '/settings/:id/:kind',
    access: 'update_general',
    summary: 'Save a tax, term, package or unit',
    params: { id: SettingId, kind: Kind },
    body: AnySetting,
    response: Saved,
  }),
  deleteSetting: endpoint({
    method: 'DELETE',
    path: '/settings/:id/:kind',
    access: 'delete_general',
    summary: 'Delete one that nothing uses',
    params: { id: SettingId, kind: Kind },
    response: z.literal(true),
  }),
  couriers: endpoint({
    method: 'GET',
    path: '/couriers',
    access: 'user',
    summary: 'Couriers this user may choose',
    response: z.array(Courier),
  }),
  createCourier: endpoint({
    method: 'POST',
    path: '/couriers',
    access: 'create_courier',
    summary: 'Add a courier',
    body: CourierInput,
    response: Courier,
  }),
  updateCourier: endpoint({
    method: 'PUT',
    path: '/couriers/:id',
    access: 'update_courier',
    summary: 'Save a courier',
    params: { id: idOf('couriers') },
    body: CourierInput,
    response: Courier,
  }),
  deleteCourier: endpoint({
    method: 'DELETE',
    path: '/couriers/:id',
    access: 'delete_courier',
    summary: 'Delete a courier that nothing uses',
    params: { id: idOf('couriers') },
    response: z.literal(true),
  }),
  timezones: endpoint({
    method: 'GET',
    path: '/system/timezones',
    access: 'user',
    summary: 'Time zones a company may be in',
    response: z.array(z.string()),
  }),
  messages: endpoint({
    method: 'GET',
    path: '/y3pl/message',
    access: 'user',
    summary: 'Messages from the provider',
    response: z.array(ProviderMessage),
  }),
  createMessage: endpoint({
    method: 'POST',
    path: '/y3pl/message',
    access: 'super',
    summary: 'Publish a message on every dashboard',
    body: ProviderMessageInput,
    response: ProviderMessage,
  }),
  updateMessage: endpoint({
    method: 'PUT',
    path: '/y3pl/message/:id',
    access: 'super',
    summary: 'Change a message',
    params: { id: idOf('provider_messages') },
    body: ProviderMessageInput,
    response: ProviderMessage,
  }),
  deleteMessage: endpoint({
    method: 'DELETE',
    path: '/y3pl/message/:id',
    access: 'super',
    summary: 'Take a message back',
    params: { id: idOf('provider_messages') },
    response: z.literal(true),
  }),
};
