import { type Allocation, type FbaDocumentName, fbaPaperRefusal } from '@longshore/contract';
import { draw } from '../../../documents/draw.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { Pdf } from '../../../platform/http/bind.ts';
import { refused } from '../../../platform/http/problem.ts';
import { readLetterhead } from '../../company/index.ts';
import {
  assertMayRepeatCartons,
  countCartonPrints,
  logosOf,
  type PrintTools,
  readAllocations,
  readPaperShipments,
  stationeryOf,
} from '../../shipments/index.ts';
import { fbaPaperOf, type PlannedFacts, readPlannedFacts } from './papers.view.ts';

/** Throws 40005 for a shipment that is not one of a marketplace, and for a paper that it does not have yet. */
function assertHasPaper(name: FbaDocumentName, facts: PlannedFacts | undefined): asserts facts {
  if (!facts) throw refused(40005, 'FbaNotPlanned');
  const { feed_type: feedType, packed: isPacked, is_voided: isVoided, fba_id } = facts;
  const refusal = fbaPaperRefusal(name, { feedType, isPacked, isVoided, isThere: fba_id !== '' });
  if (refusal) throw refused(40005, refusal);
}

/** Only what is still to be picked needs the places to take it from. */
const readPicks = async (
  tx: Tx,
  name: FbaDocumentName,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Allocation>> => (name === 'prep' ? readAllocations(tx, ids) : new Map());

async function readAndDraw(tx: Tx, actor: Actor, name: FbaDocumentName, ids: readonly number[], tools: PrintTools) {
  const facts = await readPlannedFacts(tx, ids);
  for (const id of ids) assertHasPaper(name, facts.get(id));
  const allocations = await readPicks(tx, name, ids);
  const [shipments, letterhead] = await Promise.all([readPaperShipments(tx, ids, allocations), readLetterhead(tx)]);
  const papers = shipments.flatMap((shipment) => {
    const planned = facts.get(shipment.id);
    return planned ? [fbaPaperOf(shipment, planned)] : [];
  });
  return new Pdf(async () => {
    const logos = await tools.loadLogos(logosOf(shipments));
    const stationery = { ...stationeryOf(letterhead, actor.lang, tools.clock.now()), logos };
    return draw('fbaPapers', { name, shipments: papers, stationery });
  });
}

/** Counts a print of each shipment and draws the paper. */
export async function printFbaPapers(
  tx: Tx,
  actor: Actor,
  name: FbaDocumentName,
  ids: readonly number[],
  tools: PrintTools,
) {
  await countCartonPrints(tx, actor, ids);
  return readAndDraw(tx, actor, name, ids, tools);
}

/** The same print again, because its answer was lost: nothing is counted. */
export async function repeatFbaPapers(
  tx: Tx,
  actor: Actor,
  name: FbaDocumentName,
  ids: readonly number[],
  tools: PrintTools,
) {
  await assertMayRepeatCartons(tx, ids);
  return readAndDraw(tx, actor, name, ids, tools);
}
