import type { PaperName, PaperSize, ServerTextKey } from '@longshore/contract';
import { openPaper, type Paper } from '../paper.ts';
import { commercialInvoice } from './commercial-invoice.ts';
import { drawForm, formSizes } from './form.ts';
import type { Form } from './form-content.ts';
import { invoice } from './invoice.ts';
import { CARTON_LABEL, drawCartonLabels, drawMobileLabel, MOBILE_LABEL } from './labels.ts';
import { packingSlip } from './packing-slip.ts';
import { makePaperContext, type PaperContext } from './paper-context.ts';
import type { PaperShipment, Stationery } from './paper-shipment.ts';
import { pickingTicket } from './picking-ticket.ts';
import { shipmentReport } from './shipment-report.ts';

/** Called after each carton label: a shipment can have thousands. */
type OnCarton = () => Promise<void>;

interface Kind {
  title: ServerTextKey;
  size: (paper: PaperSize) => readonly [number, number];
  draw: (paper: Paper, shipment: PaperShipment, context: PaperContext, onCarton: OnCarton) => Promise<void>;
}

const form = (title: ServerTextKey, make: (shipment: PaperShipment, context: PaperContext) => Form): Kind => ({
  title,
  size: (paper) => formSizes[paper],
  draw: (paper, shipment, context, onCarton) => drawForm(paper, make(shipment, context), context, onCarton),
});

/** The lines as the order calls them. */
const asSold = (shipment: PaperShipment): PaperShipment => ({
  ...shipment,
  lines: shipment.lines.map((line) => ({ ...line, ...line.sold })),
});

/** A form that the customer gets. */
const customerForm = (title: ServerTextKey, make: (shipment: PaperShipment, context: PaperContext) => Form): Kind =>
  form(title, (shipment, context) => make(asSold(shipment), context));

const kinds: Record<PaperName, Kind> = {
  report: form('paperWords.shipmentReport', shipmentReport),
  regular: form('paperWords.pickingTicket', (shipment, context) => pickingTicket(shipment, context, false)),
  controlled: form('paperWords.controlledTicket', (shipment, context) => pickingTicket(shipment, context, true)),
  'labels/mobile': { title: 'paperWords.mobileLabels', size: () => MOBILE_LABEL, draw: drawMobileLabel },
  'labels/ctn': { title: 'paperWords.cartonLabels', size: () => CARTON_LABEL, draw: drawCartonLabels },
  packing: customerForm('paperWords.packingSlip', (shipment, context) => packingSlip(shipment, context, 'lines')),
  'packing/carton': customerForm('paperWords.packingByCarton', (shipment, context) =>
    packingSlip(shipment, context, 'cartons'),
  ),
  'packing/kit-only': customerForm('paperWords.packingSlip', (shipment, context) =>
    packingSlip(shipment, context, 'kits'),
  ),
  invoice: customerForm('paperWords.invoice', invoice),
  custom_ci: customerForm('paperWords.commercialInvoice', commercialInvoice),
};

/** A document to which one shipment is added at a time. */
export interface ShipmentPapers {
  add(shipment: PaperShipment, onCarton?: OnCarton): Promise<void>;
  finish(): Promise<Uint8Array>;
}

export async function openShipmentPapers(name: PaperName, stationery: Stationery): Promise<ShipmentPapers> {
  const { title, size, draw } = kinds[name];
  const context = makePaperContext(stationery);
  const paper = await openPaper({ size: size(stationery.paper), title: context.t(title), at: stationery.at });
  const nothing = async () => {};
  return {
    add: (shipment, onCarton = nothing) => draw(paper, shipment, context, onCarton),
    finish: () => paper.finish(),
  };
}
