import {
  BIN_LABELS_MAX,
  messageWith,
  nameFromScan,
  placeOfBin,
  type SavedPlace,
  type WaveToPick,
} from '@longshore/contract';
import { draw } from '../../../documents/draw.ts';
import type { FloorLabel } from '../../../documents/floor-labels.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Clock } from '../../../platform/clock.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { Pdf } from '../../../platform/http/bind.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { readLetterhead } from '../../company/index.ts';
import { sortForWalk } from '../../locations/index.ts';
import { cartResource, toteResource } from './carts.ts';
import { readWave } from './waves.view.ts';

const labelsPdf = (actor: Actor, labels: readonly FloorLabel[], clock: Clock) =>
  new Pdf(() => draw('floorLabels', { labels, language: actor.lang, at: clock.now() }));

/** In the order requested; fails if any of them does not exist. */
export async function printCartLabels(tx: Tx, actor: Actor, ids: readonly number[], clock: Clock): Promise<Pdf> {
  const labels: FloorLabel[] = [];
  for (const id of ids) labels.push({ kind: 'cart', name: (await cartResource.read(tx, id)).cart });
  return labelsPdf(actor, labels, clock);
}

export async function printToteLabels(tx: Tx, actor: Actor, ids: readonly number[], clock: Clock): Promise<Pdf> {
  const labels: FloorLabel[] = [];
  for (const id of ids) labels.push({ kind: 'tote', name: (await toteResource.read(tx, id)).tote });
  return labelsPdf(actor, labels, clock);
}

/** All bins from one name to another, both included; empty for the first or the last one. */
export async function printBinLabels(
  tx: Tx,
  actor: Actor,
  range: { from: string; to: string },
  clock: Clock,
): Promise<Pdf> {
  const [from, to] = [nameFromScan('location', range.from), nameFromScan('location', range.to)];
  const { rows } = await sql<SavedPlace & { count: number }>`
    select location, aisle, position, side, level, count(*) over ()::int as count from locations
    where lower(location) >= lower(${from}::text) and (${to}::text = '' or lower(location) <= lower(${to}::text) || chr(65535))
    order by lower(location) limit ${sql.lit(BIN_LABELS_MAX + 1)}`.execute(tx);
  const [first] = rows;
  if (!first) throw invalid('from', messageWith('NoBinsToPrint', from, to));
  if (first.count > BIN_LABELS_MAX) throw invalid('to', messageWith('TooManyBinsToPrint', first.count, BIN_LABELS_MAX));
  const labels = sortForWalk(rows).map(
    (bin): FloorLabel => ({ kind: 'location', name: bin.location, ...placeOfBin(bin) }),
  );
  return labelsPdf(actor, labels, clock);
}

export async function printTickets(tx: Tx, actor: Actor, ids: readonly number[], clock: Clock): Promise<Pdf> {
  const waves: WaveToPick[] = [];
  for (const id of ids) {
    const { map: _, ...wave } = await readWave(tx, id);
    waves.push(wave);
  }
  const { name: company, timezone, paper } = await readLetterhead(tx);
  return new Pdf(() => draw('waveTickets', { waves, company, timezone, paper, language: actor.lang, at: clock.now() }));
}
