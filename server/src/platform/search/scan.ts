import { codesOfScan, type ScannedCodes, type SearchHit } from '@longshore/contract';
import type { Actor } from '../auth/actor.ts';
import type { Tx } from '../database/tx.ts';

/** Finds the records of one kind that a scanned code names exactly. */
export type ScanFinder = (tx: Tx, actor: Actor, codes: ScannedCodes) => Promise<SearchHit[]>;
export type ScanFinders = Record<string, ScanFinder>;

const HITS_MAX = 20;

/** Everything that a scan names, in the order in which the modules register their finders. */
export async function findScanned(tx: Tx, actor: Actor, finders: ScanFinders, scan: string): Promise<SearchHit[]> {
  if (!scan) return [];
  const codes = codesOfScan(scan);
  const found = await Promise.all(Object.values(finders).map((find) => find(tx, actor, codes)));
  return found.flat().slice(0, HITS_MAX);
}
