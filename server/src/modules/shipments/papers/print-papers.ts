import type { Allocation, Language, PaperName } from '@longshore/contract';
import { openDrawing } from '../../../documents/draw.ts';
import type { PaperShipment, Stationery } from '../../../documents/shipments/paper-shipment.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { Pdf } from '../../../platform/http/bind.ts';
import type { LoadLogos } from '../../company/index.ts';
import { type Letterhead, readLetterhead } from '../../company/index.ts';
import { giveSsccs } from '../../stock/index.ts';
import { readAllocations } from '../fulfilment/allocation.view.ts';
import { assertMayRepeat, countPrintsOfAll } from './count-prints.ts';
import { readPaperShipments } from './papers.view.ts';
import { cartonsWithoutSscc } from './prints.store.ts';

export interface PrintTools {
  clock: Clock;
  loadLogos: LoadLogos;
}

/** Places to take goods from, for the papers that show them; computed for all shipments at once, which share the stock. */
export const readPicks = async (
  tx: Tx,
  paper: PaperName,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Allocation>> =>
  paper === 'regular' || paper === 'controlled' ? readAllocations(tx, ids) : new Map();

/** The warehouse's letterhead in the reader's language. */
export function stationeryOf(letterhead: Letterhead, language: Language, at: Date): Omit<Stationery, 'logos'> {
  const { name, address, city, state, postal, country, timezone, measure, currency, paper } = letterhead;
  const place = [[city, state].filter(Boolean).join(', '), postal].filter(Boolean).join(' ');
  return {
    language,
    timezone,
    measure,
    currency,
    paper,
    at,
    sender: { name, address: [address, place, country].filter(Boolean) },
  };
}

export const logosOf = (shipments: readonly PaperShipment[]): string[] => shipments.map(({ client }) => client.logo);

/** Shipments as a paper shows them. The first print of a carton's label gives it its SSCC. */
export async function readToDraw(
  tx: Tx,
  paper: PaperName,
  ids: readonly number[],
  picks: ReadonlyMap<number, Allocation>,
) {
  if (paper === 'labels/ctn') await giveSsccs(tx, () => cartonsWithoutSscc(tx, ids));
  return readPaperShipments(tx, ids, picks);
}

async function readAndDraw(tx: Tx, actor: Actor, paper: PaperName, ids: readonly number[], tools: PrintTools) {
  const allocations = await readPicks(tx, paper, ids);
  const [shipments, letterhead] = await Promise.all([readToDraw(tx, paper, ids, allocations), readLetterhead(tx)]);
  return new Pdf(async () => {
    const logos = await tools.loadLogos(logosOf(shipments));
    const papers = await openDrawing('papers', {
      paper,
      stationery: stationeryOf(letterhead, actor.lang, tools.clock.now()),
    });
    try {
      await papers.add({ shipments, logos });
      return await papers.finish();
    } finally {
      await papers.close();
    }
  });
}

/** Counts a print of each shipment, gives the numbers that the paper's first print gives, and draws it. */
export async function printPapers(tx: Tx, actor: Actor, paper: PaperName, ids: readonly number[], tools: PrintTools) {
  await countPrintsOfAll(tx, actor, paper, ids);
  return readAndDraw(tx, actor, paper, ids, tools);
}

/** The same print again, because its answer was lost: nothing is counted. */
export async function repeatPapers(tx: Tx, actor: Actor, paper: PaperName, ids: readonly number[], tools: PrintTools) {
  await assertMayRepeat(tx, paper, ids);
  return readAndDraw(tx, actor, paper, ids, tools);
}
