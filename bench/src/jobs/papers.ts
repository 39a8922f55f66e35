import { DOCUMENTS_MAX } from '../../../contract/src/kit/documents.ts';
import { CLIENTS, createSeededDatabase } from '../database.ts';
import type { Job } from '../job.ts';
import { partiesOfOrders, shipmentsToFulfil } from '../order-seed.ts';
import { reportPromise } from '../promises.ts';
import { type Rig, startRig } from '../rig.ts';
import { isSmoke, rounds } from '../scale.ts';
import { ampleStock } from '../stock-seed.ts';

const TICKETS = isSmoke ? 3 : DOCUMENTS_MAX;
const ROUNDS = rounds(10);
/** More shipments than are printed at once, so that every round prints others. */
const SHIPMENTS = DOCUMENTS_MAX * 10;

async function print({ port, tokens }: Rig, paper: string, ids: readonly number[]): Promise<Buffer> {
  const query = ids.map((id) => `ids[]=${id}`).join('&');
  const answer = await fetch(`http://127.0.0.1:${port}/api/v3/docs/pdf/s/${paper}?${query}`, {
    headers: { authorization: `Bearer ${tokens[CLIENTS]}` },
  });
  if (answer.status !== 200) throw new Error(`${paper} answered ${answer.status}`);
  const { data } = (await answer.json()) as { data: string };
  return Buffer.from(data, 'base64');
}

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;

async function measure(rig: Rig, paper: string): Promise<void> {
  const idsOf = (round: number) =>
    Array.from({ length: TICKETS }, (_, n) => 1 + ((round * DOCUMENTS_MAX + n) % SHIPMENTS));
  await print(rig, paper, idsOf(0));
  const rates: number[] = [];
  let pages = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const started = performance.now();
    pages = pagesOf(await print(rig, paper, idsOf(round)));
    rates.push((pages / (performance.now() - started)) * 1000);
  }
  const rate = rates.sort((a, b) => a - b)[Math.floor(rates.length / 2)] ?? 0;
  console.log(`    ${paper}: ${TICKETS} tickets of 5 lines, ${pages} pages, ${rate.toFixed(0)} pages a second`);
  reportPromise(`${paper}: pages a second`, rate, 'at least', 50);
}

/** A hundred picking tickets in one document, with their bar codes, as they are printed before a shift. */
export const papers: Job = {
  name: 'papers',
  async run({ adminUrl }) {
    const seed = [...ampleStock, ...partiesOfOrders, ...shipmentsToFulfil(SHIPMENTS)];
    const rig = await startRig(await createSeededDatabase(adminUrl, 'papers', seed), 1);
    try {
      for (const paper of ['regular', 'controlled']) await measure(rig, paper);
    } finally {
      await rig.stop();
    }
  },
};
