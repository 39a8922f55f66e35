import type { Trace } from '@longshore/contract';
import { useFormat } from '../../lib/format.ts';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { brandHex } from '../../ui/theme/branding.ts';

/** How the company's fields are called, wherever they appear: page, form, history. */
export const companyLabels = {
  name: 'company.name',
  address: 'company.address',
  city: 'company.city',
  state: 'company.state',
  postal: 'company.postal',
  country: 'company.country',
  phone: 'company.phone',
  home_country_code: 'company.country',
  home_address: 'company.website',
  host: 'company.host',
  logo: 'company.logo',
  branding_name: 'company.guestHeader',
  branding: 'company.guestSlogan',
  measure: 'company.measure',
  timezone: 'company.timezone',
  currency: 'company.currency',
  t_header_bg: 'company.headerColour',
  t_primary_auth: 'company.authColour',
  t_primary_btn: 'company.primaryColour',
  t_secondary_btn: 'company.secondaryColour',
  t_delete_btn: 'company.deleteColour',
  login_bg_color: 'company.loginColour',
  quick_fulfill: 'company.quickFulfil',
  ss_prefix: 'company.shipStationPrefix',
  bol_base: 'company.bolBase',
  invoice_prefix: 'company.invoicePrefix',
  next_inv_num: 'company.nextInvoice',
  packing_slip_prefix: 'company.packingSlipPrefix',
  next_picking_num: 'company.nextPackingSlip',
  do_fba: 'company.fba',
  brt_fulfillment_status_in_order_list_bool: 'company.warehouseStatus',
  disable_order_address_autofill_bool: 'company.noAutofill',
  outbound_excel_upload_bool: 'company.outboundExcel',
} as const satisfies Record<string, PlainKey>;

export const COLOUR_FIELDS = [
  'login_bg_color',
  't_primary_auth',
  't_header_bg',
  't_primary_btn',
  't_secondary_btn',
  't_delete_btn',
] as const;

/** The switches of the server, with what each does. */
export const SWITCHES = {
  quick_fulfill: 'company.quickFulfilHint',
  outbound_excel_upload_bool: 'company.outboundExcelHint',
  brt_fulfillment_status_in_order_list_bool: 'company.warehouseStatusHint',
  disable_order_address_autofill_bool: 'company.noAutofillHint',
  do_fba: 'company.fbaHint',
} as const satisfies Partial<Record<keyof typeof companyLabels, PlainKey>>;

/** A colour by its name in the reader's language, or as it was written. */
export function useColourName() {
  const t = useText();
  return (colour: string) => {
    if (colour === '') return t('company.ownColour');
    const known = brandHex(colour) && !colour.startsWith('#');
    return known ? t(`company.colours.${colour}` as 'company.colours.red') : colour;
  };
}

const isSwitch = (field: string) => Object.hasOwn(SWITCHES, field);
const isColour = (field: string) => COLOUR_FIELDS.some((known) => known === field);

/** A kept value as the page shows it, for the history. */
export function useCompanyValue() {
  const t = useText();
  const colourName = useColourName();
  return (field: string, value: string) => {
    if (isSwitch(field)) return t(value === '1' ? 'company.on' : 'company.off');
    if (isColour(field)) return colourName(value);
    if (field === 'measure') return t(value === 'metric' ? 'company.metric' : 'company.imperial');
    return undefined;
  };
}

const LISTS = ['couriers', 'taxes', 'terms', 'packages', 'uoms'] as const;
const HAPPENED = ['added', 'saved', 'deleted'] as const;

/** `taxes added` on `taxes.Ontario HST`: what happened to one of the company's lists, in the reader's words. */
export function useConfiguredTrace() {
  const t = useText();
  const format = useFormat();
  return ({ subject, array_log: [change] }: Trace) => {
    const [list, what] = [LISTS, HAPPENED].map((words, at) =>
      (words as readonly string[]).find((word) => word === subject.split(' ')[at]),
    );
    if (!list || !what || !change) return undefined;
    const name = change.field.slice(list.length + 1);
    const kind = t(`company.kinds.${list as (typeof LISTS)[number]}`);
    const rate = /"rate":"([\d.]+)"/.exec(change.newValue)?.[1];
    const told = t(`company.happened.${what as (typeof HAPPENED)[number]}`, { kind, name });
    return rate ? `${told} (${format.percent(Number(rate), 3)})` : told;
  };
}
