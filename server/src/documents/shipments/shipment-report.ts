import type { Table, TableColumn } from '../table.ts';
import type { Form } from './form-content.ts';
import { cartonTitle } from './packing-slip.ts';
import {
  addressLines,
  cartonCount,
  commonFacts,
  formOf,
  itemCell,
  lotCell,
  type PaperContext,
  totalWeight,
  unitsIn,
} from './paper-context.ts';
import type { PaperLine, PaperPlace, PaperShipment } from './paper-shipment.ts';

const number = (heading: string, width: number): TableColumn => ({ heading, width, right: true });

/** A row per place that units were taken from or put to, and one for what is still to be done. */
function placesOf(line: PaperLine): PaperPlace[] {
  const left = line.quantity - line.fulfilled;
  const open: PaperPlace = { quantity: 0, license: '', location: '', lot: '', expire: null, serial: '' };
  return left > 0 || line.fulfilments.length === 0 ? [...line.fulfilments, open] : [...line.fulfilments];
}

function linesTable({ lines, direction }: PaperShipment, context: PaperContext): Table {
  const { t, format } = context;
  const done = direction === 'outbound' ? t('paperWords.shipped') : t('paperWords.received');
  return {
    columns: [
      { heading: t('paperWords.sku'), width: 104, neverCut: true },
      { heading: t('paperWords.item') },
      { heading: t('paperWords.plate'), width: 86, neverCut: true },
      { heading: t('paperWords.lotOrSerial'), width: 102, neverCut: true },
      number(t('paperWords.quantity'), 50),
      number(done, 52),
    ],
    rows: lines
      .filter(({ quantity }) => quantity > 0)
      .flatMap((line) =>
        placesOf(line).map((place, index) => [
          ...(index === 0 ? [line.sku, itemCell(line, context)] : ['', '']),
          place.license,
          [...lotCell(place.lot, place.expire, context), place.serial].filter(Boolean),
          index === 0 ? format.number(line.quantity) : '',
          format.number(place.quantity),
        ]),
      ),
  };
}

function cartonsTable({ cartons }: PaperShipment, context: PaperContext): (Table & { title: string })[] {
  const { t, format } = context;
  if (cartons.length === 0) return [];
  return [
    {
      title: t('paperWords.cartons'),
      columns: [{ heading: t('paperWords.carton') }, number(t('paperWords.totalUnits'), 90)],
      rows: cartons.map((carton, index) => [
        cartonTitle(carton, index + 1, cartons.length, context),
        format.number(unitsIn(carton.contents)),
      ]),
    },
  ];
}

const sum = (lines: readonly PaperLine[], field: 'fulfilled' | 'quarantined') =>
  lines.reduce((total, line) => total + line[field], 0);

/** What left with a carrier, under the number of the bill of lading; for an inbound shipment, what was received. */
export function shipmentReport(shipment: PaperShipment, context: PaperContext): Form {
  const { t, format, stationery } = context;
  const isOutbound = shipment.direction === 'outbound';
  const form = formOf(shipment, context);
  const [cartons, weight] = [cartonCount(shipment), totalWeight(shipment)];
  const warehouse = [stationery.sender.name, ...stationery.sender.address];
  const partner = addressLines(shipment.shipping_addr, context);
  const { lines, courier } = shipment;
  const quarantined = sum(lines, 'quarantined');
  return {
    ...form,
    title: t(isOutbound ? 'paperWords.shipmentReport' : 'paperWords.receivingReport'),
    number: isOutbound ? t('paperWords.bol', { number: shipment.bol_number }) : shipment.pt_number,
    parties: [
      { label: t('paperWords.shipFrom'), lines: isOutbound ? warehouse : partner },
      { label: t('paperWords.shipTo'), lines: isOutbound ? partner : warehouse },
      {
        label: t('paperWords.freightTo'),
        lines: courier.payment === 'prepaid' ? [] : addressLines(shipment.billing_addr, context),
      },
    ],
    facts: [
      [t('paperWords.ticketNumber'), shipment.pt_number],
      ...commonFacts(shipment, context),
      [t('paperWords.account'), courier.payment === 'prepaid' ? '' : courier.account],
      [t('paperWords.cartons'), cartons ? format.number(cartons) : ''],
      [t('paperWords.weight'), weight === undefined ? '' : context.weight(weight)],
    ],
    tables: [linesTable(shipment, context), ...cartonsTable(shipment, context)],
    totals: [
      [t('paperWords.totalUnits'), format.number(unitsIn(lines))],
      ...(quarantined ? [[t('paperWords.quarantined'), format.number(quarantined)] as const] : []),
      [t(isOutbound ? 'paperWords.shipped' : 'paperWords.received'), format.number(sum(lines, 'fulfilled'))],
    ],
    signatures: [t('paperWords.shipper'), t('paperWords.carrier'), t('paperWords.receivedBy')],
  };
}
