import { PAYMENTS, type TraceField } from '@longshore/contract';
import { useFormat } from '../../lib/format.ts';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { brandHex } from '../../ui/theme/branding.ts';
import type { TraceLabels } from '../records/index.ts';
import { configurationTraceLabels } from './configurations/index.ts';

/** Labels of the company's fields, for page, form and history. */
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
  tax_id: 'company.taxId',
  payment_text: 'company.paymentText',
  paper_size: 'company.paperSize',
  t_header_bg: 'company.headerColour',
  t_primary_auth: 'company.authColour',
  t_primary_btn: 'company.primaryColour',
  t_secondary_btn: 'company.secondaryColour',
  t_delete_btn: 'company.deleteColour',
  login_bg_color: 'company.loginColour',
  quick_fulfill: 'company.quickFulfil',
  ss_prefix: 'company.shipStationPrefix',
  gs1_prefix: 'company.gs1Prefix',
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

export const companyTraceLabels: TraceLabels<'Company'> = { ...companyLabels, ...configurationTraceLabels };

export const COLOUR_FIELDS = [
  'login_bg_color',
  't_primary_auth',
  't_header_bg',
  't_primary_btn',
  't_secondary_btn',
  't_delete_btn',
] as const;

/** The feature switches, each with its hint. */
export const SWITCHES = {
  quick_fulfill: 'company.quickFulfilHint',
  outbound_excel_upload_bool: 'company.outboundExcelHint',
  brt_fulfillment_status_in_order_list_bool: 'company.warehouseStatusHint',
  disable_order_address_autofill_bool: 'company.noAutofillHint',
  do_fba: 'company.fbaHint',
} as const satisfies Partial<Record<keyof typeof companyLabels, PlainKey>>;

/** A colour's translated name, or the hex value. */
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

/** Formats a traced value, for the history. */
export function useCompanyValue() {
  const t = useText();
  const colourName = useColourName();
  const format = useFormat();
  const measureName = (value: string) => t(value === 'metric' ? 'company.metric' : 'company.imperial');
  const paymentName = (value: string) => {
    const payment = PAYMENTS.find((known) => known === value);
    return payment && t(`relations.payments.${payment}`);
  };
  return (field: TraceField<'Company'>, value: string) => {
    if (field.endsWith('.is_active')) return t(value === '1' ? 'lists.active' : 'lists.disabled');
    if (isSwitch(field)) return t(value === '1' ? 'company.on' : 'company.off');
    if (isColour(field)) return colourName(value);
    switch (field) {
      case 'tax.rate':
        return format.percent(Number(value), 3);
      case 'courier.payment_method':
        return paymentName(value);
      case 'measure':
        return measureName(value);
      default:
        return undefined;
    }
  };
}
