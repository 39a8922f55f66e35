import type { FbaDocumentName, PaperSize, ServerTextKey } from '@longshore/contract';
import { openPaper, type Paper } from '../paper.ts';
import { drawForm, formSizes } from '../shipments/form.ts';
import type { Form } from '../shipments/form-content.ts';
import { CARTON_LABEL } from '../shipments/labels.ts';
import { makePaperContext, type PaperContext } from '../shipments/paper-context.ts';
import type { Stationery } from '../shipments/paper-shipment.ts';
import { fbaPrep, fbaShipment, fbaShipmentBySku } from './fba-forms.ts';
import type { FbaPaperShipment } from './fba-paper-shipment.ts';
import { drawSmallBySku, drawSmallShipment, drawTwoD } from './fba-small.ts';

interface Kind {
  title: ServerTextKey;
  size: (paper: PaperSize) => readonly [number, number];
  draw: (paper: Paper, of: FbaPaperShipment, context: PaperContext) => Promise<void>;
}

const form = (title: ServerTextKey, make: (of: FbaPaperShipment, context: PaperContext) => Form): Kind => ({
  title,
  size: (paper) => formSizes[paper],
  draw: (paper, of, context) => drawForm(paper, make(of, context), context, async () => {}),
});
const label = (title: ServerTextKey, draw: Kind['draw']): Kind => ({ title, size: () => CARTON_LABEL, draw });

const KINDS: Record<FbaDocumentName, Kind> = {
  prep: form('fbaPapers.prep', fbaPrep),
  shipment: form('fbaPapers.shipment', fbaShipment),
  'shipment-sku': form('fbaPapers.shipmentBySku', fbaShipmentBySku),
  'two-d-feed': label('fbaPapers.twoD', drawTwoD),
  'shipment/sm': label('fbaPapers.shipment', drawSmallShipment),
  'shipment-sku/sm': label('fbaPapers.shipmentBySku', drawSmallBySku),
};

export interface FbaPaperSet {
  name: FbaDocumentName;
  shipments: readonly FbaPaperShipment[];
  stationery: Stationery;
}

/** A paper of some shipments to a marketplace's warehouses. */
export async function drawFbaPapers({ name, shipments, stationery }: FbaPaperSet): Promise<Uint8Array> {
  const { title, size, draw } = KINDS[name];
  const context = makePaperContext(stationery);
  const paper = await openPaper({ size: size(stationery.paper), title: context.t(title), at: stationery.at });
  for (const each of shipments) await draw(paper, each, context);
  return paper.finish();
}
