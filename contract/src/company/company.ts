import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CountryCode, FlagIn, Id, idOf, Moment, Payment, Rate, required, Stamp, size, text } from '../kit/scalars.ts';
import { GS1_PREFIX } from '../scan/sscc.ts';
import { COMPANY_COLOURS } from './colours.ts';
import { CURRENCIES } from './currencies.ts';
import { PAPER_SIZES } from './paper-size.ts';
import { Courier, LABEL_RULES, MEASURES, Package, Preferences, Settings, Tax, Term, Uom } from './preferences.ts';

export const ProviderMessage = z.object({ id: Id, title: z.string(), body: z.string(), published_at: Moment });
export type ProviderMessage = z.output<typeof ProviderMessage>;
export const ProviderMessageInput = z.object({ title: required('TitleIsRequired', 200), body: text(4000) });

/** The company's history is stored under this id: there is one company. */
export const COMPANY_ID = 1;

/** Text that may be left empty. It has no default: what a save does not send stays as it is. */
const optional = (max?: number) => text(max).unwrap();

/** A named colour, a hex value, or empty for Longshore's own. */
const Colour = optional(32).refine(
  (value) => value === '' || Object.hasOwn(COMPANY_COLOURS, value) || /^#[0-9a-f]{6}$/i.test(value),
  'ColourIsInvalid',
);

const isWebAddress = (value: string) => z.url({ protocol: /^https?$/ }).safeParse(value).success;

/** Where uploaded pictures that everybody may see are served. */
export const PICTURES_PATH = '/pictures';
const picturePattern = new RegExp(`^${PICTURES_PATH}/[0-9a-f-]{36}\\.(png|jpg|gif|webp)$`);
/** Whether an address is that of a picture uploaded here, and not a link to another site. */
export const isUploadedPicture = (address: string) => picturePattern.test(address);

/** A logo weighs at most this much, and neither side has more pixels than this. */
export const LOGO_MAX_BYTES = 1024 * 1024;
export const LOGO_MAX_PIXELS = 4096;

/** Numbers of documents start at this at most, so that they can count up and still fit into an integer column. */
const NUMBER_MAX = 2_000_000_000;
const wholeNumber = (message: 'InvliadNumberFormat' | 'BolBaseIsInvalid') =>
  z
    .number({ error: () => message })
    .int(message)
    .positive(message)
    .max(NUMBER_MAX, message);

/**
 * Whether it is a name of the time zone database. Offsets such as `+08:00` are refused: PostgreSQL reads their sign the
 * other way round.
 */
export function isTimezone(zone: string): boolean {
  if (!/^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)*$/.test(zone)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** The company as its form has it: every field. */
export const CompanyForm = z.object({
  name: required('CompanyOwnNameIsRequired'),
  address: optional(),
  city: optional(),
  state: optional(),
  postal: optional(32),
  country: optional(),
  phone: optional(64),
  home_country_code: CountryCode.unwrap(),
  home_address: optional(500).refine((value) => value === '' || isWebAddress(value), 'WebsiteIsInvalid'),
  host: optional(200),
  logo: optional(500).refine(
    (value) => value === '' || isUploadedPicture(value) || isWebAddress(value),
    'LogoIsInvalid',
  ),
  branding_name: required('GuestHeaderIsRequired'),
  branding: required('GuestSloganIsRequired'),
  measure: z.enum(MEASURES),
  timezone: z
    .string({ error: () => 'TimezoneIsUnknown' })
    .max(64)
    .refine(isTimezone, 'TimezoneIsUnknown')
    .meta({ example: 'America/New_York' }),
  currency: z
    .string({ error: () => 'CurrencyIsUnknown' })
    .trim()
    .toUpperCase()
    .refine((code) => CURRENCIES.includes(code), 'CurrencyIsUnknown')
    .meta({ example: 'USD' }),
  /** Of the company, on statements. */
  tax_id: optional(64),
  /** How to pay, on statements. */
  payment_text: optional(1000),
  /** Empty: the usual one of the home country. */
  paper_size: z.enum(['', ...PAPER_SIZES]),
  t_header_bg: Colour,
  t_primary_auth: Colour,
  t_primary_btn: Colour,
  t_secondary_btn: Colour,
  t_delete_btn: Colour,
  login_bg_color: Colour,
  quick_fulfill: FlagIn,
  ss_prefix: optional(16),
  /**
   * SSCCs of plates and cartons begin with it; empty: none are given. A change leaves those as they are that were
   * given.
   */
  gs1_prefix: optional(12).regex(GS1_PREFIX, 'Gs1PrefixIsInvalid'),
  bol_base: wholeNumber('BolBaseIsInvalid'),
  invoice_prefix: optional(16),
  next_inv_num: wholeNumber('InvliadNumberFormat'),
  packing_slip_prefix: optional(16),
  next_picking_num: wholeNumber('InvliadNumberFormat'),
  do_fba: FlagIn,
  brt_fulfillment_status_in_order_list_bool: FlagIn,
  disable_order_address_autofill_bool: FlagIn,
  outbound_excel_upload_bool: FlagIn,
  updated_at: Stamp,
});
export type CompanyForm = z.output<typeof CompanyForm>;

const { name, branding_name, branding } = CompanyForm.shape;
/** A save of the company: a field that is not sent keeps its value, except for the three that every save must have. */
export const CompanyInput = CompanyForm.partial().extend({ name, branding_name, branding });
export type CompanyInput = z.output<typeof CompanyInput>;

export const CourierInput = z.object({
  name: required('CourierNameIsRequired'),
  /** The only client that may use it; null for all clients. */
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
  label_rule: z.enum(LABEL_RULES).default('service'),
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

/** The list of a kind of setting. */
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
  uploadLogo: endpoint({
    method: 'POST',
    path: '/system/logo',
    access: 'update_company_info',
    summary: 'Upload a logo (PNG, JPEG, GIF or WebP); saving the company with its address makes it the logo',
    body: z.object({}),
    response: z.object({ logo: z.string() }),
    errors: [10003, 10006],
    upload: true,
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
    summary: 'Create a tax, term, package or unit',
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
    summary: 'Create a courier',
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
