import 'fake-indexeddb/auto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { randomFrom } from '../test/random.ts';
import { probeNow, reportReachable } from './connection.ts';
import { closeScans, isStorageFull, openScans, removeScans } from './kept-scans.ts';
import {
  cancelPosted,
  dropPosted,
  onAnswered,
  type Posted,
  post,
  posted,
  retryPosted,
  startOutbox,
  stopOutbox,
} from './outbox.ts';

const OWNER = '7 2026-01-01';
const SCANS = 10_000;
const RECORDS = 60;

/** A server on loopback that does each call once per key, and whose network is cut before or after it has done so. */
class Warehouse {
  readonly done: string[] = [];
  readonly moments: (string | undefined)[] = [];
  private readonly answers = new Map<string, string>();
  private server: Server | undefined;
  isCut = false;
  fault: () => 'answer lost' | 'busy' | 'cut' | undefined = () => undefined;
  isRefused: (body: string) => boolean = () => false;
  isGone: (address: string) => boolean = () => false;

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => this.answer(request, body, response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.server = server;
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (address: string, request: RequestInit) => fetch(`${origin}${address}`, request));
  }

  private answer(request: IncomingMessage, body: string, response: ServerResponse): unknown {
    const fault = this.isCut ? 'cut' : this.fault();
    if (fault === 'cut') return request.socket.destroy();
    if (request.method === 'GET') return response.end('ok');
    if (this.isGone(request.url ?? ''))
      return response.writeHead(404).end(JSON.stringify({ message: 'There is no such call' }));
    if (fault === 'busy') return response.writeHead(503).end('{}');
    const key = String(request.headers['idempotency-key']);
    if (!this.answers.has(key)) {
      if (this.isRefused(body))
        return response.writeHead(422).end(JSON.stringify({ message: 'gone', errors: { line: ['gone'] } }));
      this.done.push(JSON.parse(body).scan);
      this.moments.push(request.headers['scanned-at'] as string | undefined);
      this.answers.set(key, JSON.stringify({ data: { done: body } }));
    }
    if (fault === 'answer lost') return request.socket.destroy();
    return response.end(this.answers.get(key));
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }
}

let warehouse: Warehouse;
beforeEach(async () => {
  warehouse = new Warehouse();
  await warehouse.start();
  await openScans(OWNER);
  startOutbox();
});
afterEach(async () => {
  stopOutbox();
  closeScans();
  await openScans(OWNER);
  await removeScans();
  closeScans();
  await warehouse.stop();
  reportReachable();
  vi.unstubAllGlobals();
});

const scan = (record: string, code: string) =>
  post(record, {
    call: { method: 'POST', address: '/api/v3/scans', body: JSON.stringify({ scan: `${record} ${code}` }) },
    code,
    text: code,
    href: '/floor',
  });
const rest = () => new Promise((resolve) => setTimeout(resolve, 1));
const waiting = () => posted().filter(({ command }) => command.state !== 'refused');
const found = (record: string): Posted => {
  const one = posted().find((each) => each.record === record);
  if (!one) throw new Error(`Nothing of ${record}`);
  return one;
};

const recordOf = (one: string) => one.split(' ')[0] ?? '';
function byRecord(codes: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const one of codes) found.set(recordOf(one), [...(found.get(recordOf(one)) ?? []), one]);
  return found;
}

/** Waits until everything is answered or stands behind what was refused. */
async function settled(voided: ReadonlySet<string>): Promise<void> {
  while (waiting().some(({ record }) => !voided.has(record))) {
    await probeNow();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The tab is killed: nothing of the page runs on, and another page begins. */
async function killTab() {
  stopOutbox();
  do {
    closeScans();
    await openScans(OWNER);
    // A busy machine may answer too late: then the next page reads what is there.
  } while (isStorageFull());
  startOutbox();
}

test('10,000 scans with the network cut at random and the tab killed twice: each is done once, in order, or refused', async () => {
  const random = randomFrom(27);
  const pick = (share: number) => random() < share;
  warehouse.fault = () =>
    pick(0.01) ? (['answer lost', 'busy', 'cut'] as const)[Math.floor(random() * 3)] : undefined;
  // Shipments that were voided meanwhile: everything of theirs is refused.
  const voided = new Set(['r7', 'r31']);
  warehouse.isRefused = (body) => voided.has(recordOf(JSON.parse(body).scan));
  const scanned: string[] = [];
  for (let at = 0; at < SCANS; at++) {
    const record = `r${Math.floor(random() * RECORDS)}`;
    const code = String(at).padStart(5, '0');
    scanned.push(`${record} ${code}`);
    scan(record, code);
    if (at % 20 === 0) await rest();
    if (pick(0.002)) warehouse.isCut = !warehouse.isCut;
    if (pick(0.01)) void probeNow();
    if (at === 3_000 || at === 7_000) await killTab();
  }
  warehouse.isCut = false;
  await settled(voided);
  const done = byRecord(warehouse.done);
  for (const [record, codes] of byRecord(scanned))
    expect(done.get(record) ?? []).toEqual(voided.has(record) ? [] : codes);
  expect(warehouse.done.length + posted().length).toBe(SCANS);
  // What was refused is there to be seen, and what came after it on the same record waits behind it.
  for (const record of voided) {
    const states = posted()
      .filter((each) => each.record === record)
      .map(({ command }) => command.state);
    expect([states[0], new Set(states.slice(1))]).toEqual(['refused', new Set(['waiting'])]);
  }
}, 240_000);

test('every scan says when it was made, and one that was not sent can be taken back', async () => {
  warehouse.isCut = true;
  const before = Date.now();
  for (const code of ['1', '2', '3']) scan('plate 4', code);
  await vi.waitFor(() => expect(found('plate 4').command.state).toBe('unsure'));
  const [, second] = posted();
  if (second) cancelPosted(second);
  // Sent without an answer, the first may have been done.
  cancelPosted(found('plate 4'));
  warehouse.isCut = false;
  await probeNow();
  await vi.waitFor(() => expect(posted()).toEqual([]));
  expect(warehouse.done).toEqual(['plate 4 1', 'plate 4 3']);
  for (const moment of warehouse.moments) {
    const at = Date.parse(moment ?? '');
    expect(at).toBeGreaterThan(before - 2_000);
    expect(at).toBeLessThanOrEqual(Date.now() + 2_000);
  }
});

test('a refused one waits for a person through a restart; retried or given up, its record goes on', async () => {
  warehouse.isRefused = () => true;
  for (const code of ['1', '2', '3']) scan('shipment 5', code);
  await vi.waitFor(() => expect(found('shipment 5').command.state).toBe('refused'));
  await killTab();
  expect(posted().map(({ command }) => command.state)).toEqual(['refused', 'waiting', 'waiting']);
  expect(found('shipment 5').command.failure).toMatchObject({ status: 422, errors: { line: ['gone'] } });
  const answers: unknown[] = [];
  const stop = onAnswered((_record, _command, answer) => answers.push(answer));
  dropPosted(found('shipment 5'));
  await vi.waitFor(() => expect(found('shipment 5').command).toMatchObject({ state: 'refused', input: { code: '2' } }));
  warehouse.isRefused = () => false;
  retryPosted(found('shipment 5'));
  await vi.waitFor(() => expect(posted()).toEqual([]));
  expect([warehouse.done, answers.length]).toEqual([['shipment 5 2', 'shipment 5 3'], 2]);
  stop();
});

/**
 * What release 1.10 had stored, as it is in its database: a full outbox of picks, one of them by a call that is no
 * more.
 */
const oldRow = (at: number) => ({
  key: `old-${at}`,
  owner: OWNER,
  name: `out wave 1 ${at % 4}`,
  tab: 'a tab of the old release',
  order: at,
  at: Date.now() - 60_000,
  moment: Date.now() - 60_000,
  state: at < 4 ? 'sending' : 'waiting',
  input: {
    call: {
      method: 'POST',
      address: at === 5 ? '/api/v3/gone' : '/api/v3/scans',
      body: JSON.stringify({ scan: `wave-1-${at % 4} ${at}` }),
    },
    code: 'T-01',
    text: `pick ${at}`,
    href: '/floor/waves/1',
  },
});

test('an outbox that an earlier release has left is sent as it was stored; what is no longer known is refused with words', async () => {
  stopOutbox();
  closeScans();
  const database = await openDB('longshore-outbox', 1);
  const tx = database.transaction('commands', 'readwrite');
  for (let at = 0; at < 200; at++) await tx.store.put(oldRow(at));
  await tx.done;
  database.close();
  warehouse.isGone = (address) => address === '/api/v3/gone';
  await openScans(OWNER);
  startOutbox();
  await settled(new Set(['wave 1 1']));
  const ofRecord = (record: number) => warehouse.done.filter((one) => one.startsWith(`wave-1-${record} `));
  for (const record of [0, 2, 3])
    expect(ofRecord(record)).toEqual(Array.from({ length: 50 }, (_, at) => `wave-1-${record} ${at * 4 + record}`));
  // The one before it is done; the rest of its shipment waits for a person, who sees why and what.
  expect(ofRecord(1)).toEqual(['wave-1-1 1']);
  expect(found('wave 1 1').command).toMatchObject({
    state: 'refused',
    input: { text: 'pick 5', href: '/floor/waves/1' },
    failure: { status: 404, message: 'There is no such call' },
  });
  dropPosted(found('wave 1 1'));
  await vi.waitFor(() => expect(posted()).toEqual([]));
  expect(ofRecord(1)).toHaveLength(49);
});

test('after signing out nothing more is sent', async () => {
  warehouse.isCut = true;
  scan('plate 6', '1');
  await vi.waitFor(() => expect(found('plate 6').command.state).toBe('unsure'));
  await removeScans();
  expect(posted()).toEqual([]);
  warehouse.isCut = false;
  await probeNow();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(warehouse.done).toEqual([]);
});
