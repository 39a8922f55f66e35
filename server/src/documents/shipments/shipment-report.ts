import type { Table, TableColumn } from '../table.ts';
import {
  addressLines,
  cartonCount,
  commonFacts,
  type Desk,
  formOf,
  itemCell,
  lotCell,
  totalWeight,
  unitsIn,
} from './desk.ts';
import type { Form } from './form-content.ts';
import { cartonTitle } from './packing-slip.ts';
import type { PaperLine, PaperPlace, PaperShipment } from './paper-shipment.ts';

const number = (heading: string, width: number): TableColumn => ({ heading, width, right: true });

/** A row per place that units were taken from or put to, and one for what is still to be done. */
function placesOf(line: PaperLine): PaperPlace[] {
  const left = line.quantity - line.fulfilled;
  const open: PaperPlace = { quantity: 0, license: '', location: '', lot: '', expire: null, serial: '' };
  return left > 0 || line.fulfilments.length === 0 ? [...line.fulfilments, open] : [...line.fulfilments];
}

function linesTable({ lines, direction }: PaperShipment, desk: Desk): Table {
  const { t, format } = desk;
  const done = direction === 'outbound' ? t('paperWords.shipped') : t('paperWords.received');
  return {
    columns: [
      { heading: t('paperWords.sku'), width: 104, whole: true },
      { heading: t('paperWords.item') },
      { heading: t('paperWords.plate'), width: 86, whole: true },
      { heading: t('paperWords.lotOrSerial'), width: 102, whole: true },
      number(t('paperWords.quantity'), 50),
      number(done, 52),
    ],
    rows: lines
      .filter(({ quantity }) => quantity > 0)
      .flatMap((line) =>
        placesOf(line).map((place, index) => [
          ...(index === 0 ? [line.sku, itemCell(line, desk)] : ['', '']),
          place.license,
          [...lotCell(place.lot, place.expire, desk), place.serial].filter(Boolean),
          index === 0 ? format.number(line.quantity) : '',
          format.number(place.quantity),
        ]),
      ),
  };
}

function cartonsTable({ cartons }: PaperShipment, desk: Desk): (Table & { title: string })[] {
  const { t, format } = desk;
  if (cartons.length === 0) return [];
  return [
    {
      title: t('paperWords.cartons'),
      columns: [{ heading: t('paperWords.carton') }, number(t('paperWords.totalUnits'), 90)],
      rows: cartons.map((carton, index) => [
        cartonTitle(carton, index + 1, cartons.length, desk),
        format.number(unitsIn(carton.contents)),
      ]),
    },
  ];
}

const sum = (lines: readonly PaperLine[], field: 'fulfilled' | 'quarantined') =>
  lines.reduce((total, line) => total + line[field], 0);

/** What left with a carrier, under the number of the bill of lading; for an inbound shipment, what was received. */
export function shipmentReport(shipment: PaperShipment, desk: Desk): Form {
  const { t, format, stationery } = desk;
  const isOutbound = shipment.direction === 'outbound';
  const form = formOf(shipment, desk);
  const [cartons, weight] = [cartonCount(shipment), totalWeight(shipment)];
  const warehouse = [stationery.sender.name, ...stationery.sender.address];
  const partner = addressLines(shipment.shipping_addr, desk);
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
        lines: courier.payment === 'prepaid' ? [] : addressLines(shipment.billing_addr, desk),
      },
    ],
    facts: [
      [t('paperWords.ticketNumber'), shipment.pt_number],
      ...commonFacts(shipment, desk),
      [t('paperWords.account'), courier.payment === 'prepaid' ? '' : courier.account],
      [t('paperWords.cartons'), cartons ? format.number(cartons) : ''],
      [t('paperWords.weight'), weight === undefined ? '' : desk.weight(weight)],
    ],
    tables: [linesTable(shipment, desk), ...cartonsTable(shipment, desk)],
    totals: [
      [t('paperWords.totalUnits'), format.number(unitsIn(lines))],
      ...(quarantined ? [[t('paperWords.quarantined'), format.number(quarantined)] as const] : []),
      [t(isOutbound ? 'paperWords.shipped' : 'paperWords.received'), format.number(sum(lines, 'fulfilled'))],
    ],
    signatures: [t('paperWords.shipper'), t('paperWords.carrier'), t('paperWords.receivedBy')],
  };
}
