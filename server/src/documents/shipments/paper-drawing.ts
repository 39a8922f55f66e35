import type { PaperName } from '@longshore/contract';
import type { PaperShipment, Stationery } from './paper-shipment.ts';
import { openShipmentPapers } from './shipment-papers.ts';

/** A paper of several shipments. */
export interface PaperSet {
  paper: PaperName;
  stationery: Omit<Stationery, 'logos'>;
}

export interface PaperPart {
  shipments: readonly PaperShipment[];
  /** Pictures of these shipments that were not sent before, by their address. */
  logos: ReadonlyMap<string, Uint8Array>;
}

/** What was drawn: a shipment, or one of its cartons. */
export type PaperStep = 'shipment' | 'carton';

export interface PaperDrawing {
  add(part: PaperPart, onStep: (step: PaperStep) => void): Promise<void>;
  finish(): Promise<Uint8Array>;
}

/** Draws the papers of some shipments at a time. */
export async function openPaperDrawing({ paper, stationery }: PaperSet): Promise<PaperDrawing> {
  const logos = new Map<string, Uint8Array>();
  const papers = await openShipmentPapers(paper, { ...stationery, logos });
  return {
    async add(part, onStep) {
      for (const [address, picture] of part.logos) logos.set(address, picture);
      for (const shipment of part.shipments) {
        await papers.add(shipment, async () => onStep('carton'));
        onStep('shipment');
      }
    },
    finish: () => papers.finish(),
  };
}
