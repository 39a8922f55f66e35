import {
  type CustomsFact,
  currencyDecimals,
  incotermText,
  Money,
  missingCustoms,
  roundingOf,
} from '@longshore/contract';
import type { TableColumn } from '../table.ts';
import type { Form } from './form-content.ts';
import {
  addressLines,
  cartonCount,
  countryOf,
  formOf,
  type PaperContext,
  roundingTotal,
  totalWeight,
  unitsIn,
} from './paper-context.ts';
import type { PaperLine, PaperShipment } from './paper-shipment.ts';

const number = (heading: string, width: number): TableColumn => ({ heading, width, right: true });
const customsValue = ({ customs, quantity }: PaperLine) => Money.of(customs.value).times(quantity);

/** To write on by hand. */
const BLANK = '____________';

/** What customs wants to know of goods that leave the country. */
export function commercialInvoice(shipment: PaperShipment, context: PaperContext): Form {
  const { t, format, money } = context;
  const lines = shipment.lines.filter(({ quantity }) => quantity > 0);
  const [cartons, weight] = [cartonCount(shipment), totalWeight(shipment)];
  const { currency } = context.stationery;
  const decimals = currencyDecimals(currency);
  const printed = (line: PaperLine) => customsValue(line).rounded(decimals);
  const total = Money.sum(lines.map(customsValue)).rounded(decimals);
  const { client, shipping_addr, courier } = shipment;
  const form = formOf(shipment, context);
  // Marked, so that nobody takes an empty cell for an answer.
  const missing = t('paperWords.missing');
  return {
    ...form,
    title: t('paperWords.commercialInvoice'),
    number: shipment.pt_number,
    parties: [
      { label: t('paperWords.exporter'), lines: addressLines({ ...client.address, company: client.company }, context) },
      { label: t('paperWords.consignee'), lines: addressLines(shipping_addr, context) },
      { label: t('paperWords.billTo'), lines: addressLines(shipment.billing_addr, context) },
    ],
    facts: [
      [t('paperWords.date'), format.day(shipment.ship_date)],
      [t('paperWords.reference'), shipment.reference],
      [t('paperWords.po'), shipment.po],
      [t('paperWords.destination'), countryOf(shipping_addr, context)],
      [t('paperWords.courier'), courier.name],
      [t('paperWords.waybill'), shipment.waybill],
      [t('paperWords.incoterm'), incotermText(shipment) || BLANK],
      [t('paperWords.currency'), currency],
    ],
    tables: [
      {
        columns: [
          { heading: t('paperWords.sku'), width: 88, neverCut: true },
          { heading: t('paperWords.description') },
          { heading: t('paperWords.hsCode'), width: 74, neverCut: true },
          { heading: t('paperWords.origin'), width: 60 },
          number(t('paperWords.quantity'), 48),
          number(t('paperWords.unitValue'), 64),
          number(t('paperWords.totalValue'), 76),
        ],
        rows: lines.map((line) => {
          const lacks = missingCustoms(line.customs);
          const factOr = (fact: CustomsFact, text: string) => (lacks.includes(fact) ? missing : text);
          return [
            line.sku,
            [line.name, line.customs.composition].filter(Boolean),
            factOr('hs_code', line.customs.hs_code),
            factOr('origin', line.customs.origin),
            format.number(line.quantity),
            factOr('value', money(Money.of(line.customs.value))),
            money(printed(line)),
          ];
        }),
      },
    ],
    totals: [
      [t('paperWords.totalUnits'), format.number(unitsIn(lines))],
      [t('paperWords.cartons'), cartons ? format.number(cartons) : '—'],
      [t('paperWords.grossWeight'), weight === undefined ? t('paperWords.notMeasured') : context.weight(weight)],
      ...roundingTotal(roundingOf(lines.map(printed), total), context),
      [t('paperWords.total', { currency }), money(total)],
    ],
    notes: [...form.notes, ['', t('paperWords.declaration')]],
    signatures: [t('paperWords.signature'), t('paperWords.date')],
  };
}
