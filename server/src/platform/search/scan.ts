import { codesOfScan, isUnreadLink, type ScannedCodes, type SearchHit } from '@longshore/contract';
import type { Actor } from '../auth/actor.ts';
import type { Tx } from '../database/tx.ts';
import { invalid } from '../http/problem.ts';

/** Finds the records of one kind that a scanned code names exactly. */
export type ScanFinder = (tx: Tx, actor: Actor, codes: ScannedCodes) => Promise<SearchHit[]>;
export type ScanFinders = Record<string, ScanFinder>;

const HITS_MAX = 20;

/** A link in a QR code that names nothing is not called unknown when it could not be read. */
export function assertLinkIsRead(scan: string): void {
  if (isUnreadLink(scan)) throw invalid('code', 'LinkIsNotRead');
}

/** Everything that a scan names, in the order in which the modules register their finders. */
export async function findScanned(tx: Tx, actor: Actor, finders: ScanFinders, scan: string): Promise<SearchHit[]> {
  if (!scan) return [];
  const codes = codesOfScan(scan);
  const found = await Promise.all(Object.values(finders).map((find) => find(tx, actor, codes)));
  if (found.flat().length === 0) assertLinkIsRead(scan);
  return found.flat().slice(0, HITS_MAX);
}
