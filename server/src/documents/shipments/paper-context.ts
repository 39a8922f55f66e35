import {
  type AddressCopy,
  isMeasured,
  type Money,
  makeCountryName,
  type ServerText,
  shipmentCode,
  textFor,
} from '@longshore/contract';
import {
  type DocumentFormat,
  lengthUnit,
  makeDocumentFormat,
  makeMoneyFormat,
  weightUnit,
} from '../document-format.ts';
import type { Cell } from '../table.ts';
import type { Form, Pair } from './form-content.ts';
import type { PaperLine, PaperShipment, Stationery } from './paper-shipment.ts';

/**
 * The texts and formats that all papers of one document are written with; created once, because formats are expensive.
 */
export interface PaperContext {
  stationery: Stationery;
  format: DocumentFormat;
  money: (amount: Money) => string;
  t: ServerText;
  countryName: (code: string) => string;
  weight: (weight: number) => string;
  sizes: (sides: { length: number; width: number; height: number }) => string;
}

export function makePaperContext(stationery: Stationery): PaperContext {
  const { language, timezone, currency, measure } = stationery;
  const format = makeDocumentFormat(language, timezone);
  return {
    stationery,
    format,
    money: makeMoneyFormat(language, currency),
    t: textFor(language),
    countryName: makeCountryName(language),
    weight: (weight) => `${format.number(weight)} ${weightUnit(measure)}`,
    sizes: ({ length, width, height }) =>
      `${[length, width, height].map(format.number).join(' × ')} ${lengthUnit(measure)}`,
  };
}

/** The country as it is written in the address; imported ones and those of clients have only its code. */
export const countryOf = ({ country, country_code }: AddressCopy, { countryName }: PaperContext): string =>
  country || countryName(country_code);

/** An address line by line, without empty ones. */
export function addressLines(address: AddressCopy, context: PaperContext): string[] {
  const { company, contact, phone, street1, street2, street3, city, state, state_code, postal_code } = address;
  const place = [[city, state_code || state].filter(Boolean).join(', '), postal_code].filter(Boolean).join(' ');
  return [company, contact, street1, street2, street3, place, countryOf(address, context), phone].filter(
    (line) => line !== '',
  );
}

/** The item of a line: its name, the kit it belongs to and the line's comment. */
export function itemCell({ name, kit, comment }: PaperLine, { t, format }: PaperContext): Cell {
  const ofKit = kit ? t('paperWords.ofKit', { sku: kit.sku, kits: format.number(kit.kits) }) : '';
  return [name, ofKit, comment].filter((text) => text !== '');
}

/** The lot and when it expires, one below the other. */
export const lotCell = (lot: string, expire: string | null, { t, format }: PaperContext): Cell =>
  [lot, expire ? t('paperWords.expires', { date: format.day(expire) }) : ''].filter((text) => text !== '');

export const unitsIn = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** The weight of everything: of the cartons, else of the items; undefined when some were never measured. */
export function totalWeight({ cartons, lines }: PaperShipment): number | undefined {
  if (cartons.length > 0)
    return cartons.every(isMeasured) ? cartons.reduce((sum, { weight }) => sum + weight, 0) : undefined;
  let sum = 0;
  for (const { weight, quantity } of lines) {
    if (weight === null && quantity > 0) return undefined;
    sum += (weight ?? 0) * quantity;
  }
  return sum;
}

/** Cartons of the packing, else the number that was typed in. */
export const cartonCount = ({ cartons, carton_count }: PaperShipment): number => cartons.length || carton_count;

/** Says what printed lines lack of the total below them, when they do not add up to it. */
export const roundingTotal = (rounding: Money, { t, money }: PaperContext): Pair[] =>
  rounding.units === 0n ? [] : [[t('paperWords.rounding'), money(rounding)]];

/** Facts that most papers have. */
export function commonFacts(shipment: PaperShipment, { t, format }: PaperContext): Pair[] {
  const { order_type, courier } = shipment;
  return [
    [t('paperWords.shipment'), String(shipment.id)],
    [t('paperWords.reference'), shipment.reference],
    [t('paperWords.po'), shipment.po],
    [t('paperWords.orderType'), t(`orders.types.${order_type}.one`)],
    [t('paperWords.shipDate'), format.day(shipment.ship_date)],
    [t('paperWords.courier'), courier.name],
    [t('paperWords.payment'), t(`relations.payments.${courier.payment}`)],
    [t('paperWords.waybill'), shipment.waybill],
  ];
}

/** What forms have in common; each paper adds its own. */
export function formOf(
  shipment: PaperShipment,
  context: PaperContext,
): Omit<Form, 'title' | 'number' | 'facts' | 'tables'> {
  const { client, print_notes } = shipment;
  // What is received comes from there.
  const label = context.t(shipment.direction === 'inbound' ? 'paperWords.shipFrom' : 'paperWords.shipTo');
  return {
    code: shipmentCode(shipment.id),
    name: client.company,
    logo: context.stationery.logos.get(client.logo),
    parties: [{ label, lines: addressLines(shipment.shipping_addr, context) }],
    totals: [],
    notes: print_notes.map((text) => [context.t('paperWords.note'), text] as const),
    signatures: [],
  };
}
