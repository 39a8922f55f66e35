import { amountOf, currencyDecimals, Money, percentText, roundingOf, totalsOf } from '@longshore/contract';
import type { TableColumn } from '../table.ts';
import type { Form } from './form-content.ts';
import { addressLines, commonFacts, formOf, itemCell, type PaperContext, roundingTotal } from './paper-context.ts';
import type { PaperLine, PaperShipment } from './paper-shipment.ts';

const number = (heading: string, width: number): TableColumn => ({ heading, width, right: true });

/** What the client's customer owes for the goods of the shipment. */
export function invoice(shipment: PaperShipment, context: PaperContext): Form {
  const { t, format, money } = context;
  const lines = shipment.lines.filter(({ quantity }) => quantity > 0);
  const { currency } = context.stationery;
  const { subtotal, tax, total } = totalsOf(lines, shipment.tax_rate, currency);
  const printed = (line: PaperLine) => amountOf(line).rounded(currencyDecimals(currency));
  const rounding = roundingOf(lines.map(printed), Money.of(subtotal));
  return {
    ...formOf(shipment, context),
    title: t('paperWords.invoice'),
    number: shipment.invoice_number,
    parties: [
      { label: t('paperWords.billTo'), lines: addressLines(shipment.billing_addr, context) },
      { label: t('paperWords.shipTo'), lines: addressLines(shipment.shipping_addr, context) },
    ],
    facts: [
      [t('paperWords.invoiceDate'), format.day(shipment.invoice_date)],
      [t('paperWords.term'), shipment.payment_term === 'NA' ? '' : shipment.payment_term],
      ...commonFacts(shipment, context),
    ],
    tables: [
      {
        columns: [
          { heading: t('paperWords.sku'), width: 108, neverCut: true },
          { heading: t('paperWords.item') },
          { heading: t('paperWords.uom'), width: 48 },
          number(t('paperWords.quantity'), 54),
          number(t('paperWords.price'), 78),
          number(t('paperWords.amount'), 88),
        ],
        rows: lines.map((line) => [
          line.sku,
          itemCell(line, context),
          line.uom,
          format.number(line.quantity),
          money(Money.of(line.price)),
          money(printed(line)),
        ]),
      },
    ],
    totals: [
      ...roundingTotal(rounding, context),
      [t('paperWords.subtotal'), money(Money.of(subtotal))],
      [t('paperWords.tax', { rate: `${percentText(shipment.tax_rate)} %` }), money(Money.of(tax))],
      [t('paperWords.total', { currency }), money(Money.of(total))],
    ],
  };
}
