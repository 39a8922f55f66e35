import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type PartnerConnection, type PartnerDeclaration, PartnerProblem } from '../src/modules/channels/index.ts';
import { type Fault, type Sandbox, startSandbox } from '../src/sandbox/index.ts';
import { type ConnectionOptions, partnerConnection, type TestConnection } from './partner-connection.ts';

/** A write that is about to be sent. */
export interface Write {
  make(): Promise<unknown>;
  /** The same after an outcome that is not known: again by the same key, or only when it is not found there. */
  settle(): Promise<unknown>;
}

/** What the suite has to know of a partner that an account is held with. Everything else is in the interfaces. */
export interface AccountContract {
  partner: PartnerDeclaration;
  verify(connection: PartnerConnection): Promise<{ account: string }>;
  connect(sandbox: Sandbox): ConnectionOptions;
  /** The same with keys that nobody knows. */
  wrongKeys: Partial<ConnectionOptions['values']>;
  /** The call that `verify` makes, as a fault names it. */
  verifies: string;
  /** Something that is made there: the call, and how many are there. Settled, it is one. */
  writes: {
    call: string;
    prepare(connection: TestConnection, sandbox: Sandbox): Promise<Write>;
    count(sandbox: Sandbox): number;
  };
  /** Too many calls, in the partner's own words, and the wait that they mean. */
  tooMany: { fault: Omit<Fault, 'match'>; waitMs: number };
}

const FAILURES: [string, Omit<Fault, 'match'>][] = [
  ['500', { status: 500, body: { message: 'Oh' } }],
  ['502 with a page', { status: 502, html: true }],
  ['200 with a page', { status: 200, html: true }],
  ['a connection that is closed', { drop: true }],
  ['an answer that is cut', { cut: true }],
];

/** The contract of every partner that the company or an invited client has an account with. */
export function accountContract({
  partner,
  verify,
  connect,
  wrongKeys,
  verifies,
  writes,
  tooMany,
}: AccountContract): void {
  const [method, path = ''] = writes.call.split(' ');
  describe(`${partner.name} keeps the contract of accounts`, () => {
    let sandbox: Sandbox;
    let connection: TestConnection;

    beforeEach(async () => {
      sandbox = await startSandbox({ control: true });
      connection = partnerConnection(partner, connect(sandbox));
    });

    // Secrets are in no trace, and what calls are about is said in every language: after each of the cases.
    afterEach(async () => {
      const seen = JSON.stringify(connection.trace);
      const secrets = partner.fields
        .filter(({ kind }) => kind === 'secret')
        .map(({ field }) => connection.values[field])
        .filter(Boolean);
      await sandbox.stop();
      for (const secret of secrets) expect(seen).not.toContain(secret);
      const subjects = new Set(connection.trace.map(({ subject }) => subject.split(': ')[0] ?? ''));
      expect([...subjects].filter((subject) => !partner.subjects?.ch[subject])).toEqual([]);
    });

    test('verify names the account, and refuses wrong keys without saying them', async () => {
      expect((await verify(connection)).account).not.toBe('');
      const options = connect(sandbox);
      const values = { ...options.values, ...wrongKeys };
      const stranger = partnerConnection(partner, { ...options, values });
      const problem = await verify(stranger).catch((error: unknown) => error);
      expect(problem).toBeInstanceOf(PartnerProblem);
      expect(problem).toMatchObject({ kind: 'auth' });
      for (const secret of Object.values(wrongKeys)) expect(String(problem)).not.toContain(secret);
    });

    test('too many calls: the partner’s own wait is kept, then it succeeds', async () => {
      sandbox.fail({ ...tooMany.fault, match: verifies });
      expect((await verify(connection)).account).not.toBe('');
      expect(connection.waits).toEqual([tooMany.waitMs]);
    });

    test.each(FAILURES)('reading, %s: once is repeated, for ever is unavailable', async (_what, fault) => {
      sandbox.fail({ ...fault, match: verifies });
      expect((await verify(connection)).account).not.toBe('');
      sandbox.fail({ ...fault, match: verifies, times: 100 });
      await expect(verify(connection)).rejects.toMatchObject({ kind: 'unavailable' });
    });

    test('an answer that is too slow is unavailable', async () => {
      connection = partnerConnection(partner, { ...connect(sandbox), totalMs: 100 });
      sandbox.fail({ match: verifies, delayMs: 300, times: 100 });
      await expect(verify(connection)).rejects.toMatchObject({ kind: 'unavailable' });
    });

    test('JSON of another shape is malformed', async () => {
      sandbox.fail({ match: verifies, status: 200, body: 7 });
      await expect(verify(connection)).rejects.toMatchObject({ kind: 'malformed' });
    });

    test.each<[string, Omit<Fault, 'match'>, number]>([
      ['the answer is lost', { dropAfterWrite: true }, 1],
      ['the answer is cut', { cut: true }, 1],
      ['500', { status: 500, body: { message: 'Oh' } }, 0],
      ['502 with a page', { status: 502, html: true }, 0],
    ])(
      'a write whose outcome is not known is not repeated by itself; settled, it is one (%s)',
      async (_, fault, made) => {
        const write = await writes.prepare(connection, sandbox);
        const before = writes.count(sandbox);
        sandbox.clearCalls();
        sandbox.fail({ ...fault, match: writes.call });
        await expect(write.make()).rejects.toMatchObject({ kind: 'unknownOutcome' });
        expect(sandbox.calls().filter((call) => call.method === method && call.path.includes(path))).toHaveLength(1);
        expect(writes.count(sandbox) - before).toBe(made);
        await write.settle();
        await write.settle();
        expect(writes.count(sandbox) - before).toBe(1);
      },
    );

    test('a write that never left is unavailable, and changes nothing', async () => {
      const write = await writes.prepare(connection, sandbox);
      const before = writes.count(sandbox);
      sandbox.fail({ match: writes.call, status: 503, html: true });
      await expect(write.make()).rejects.toMatchObject({ kind: 'unavailable' });
      expect(writes.count(sandbox)).toBe(before);
    });
  });
}

/** A write that its key makes one, however often it is sent. */
export const keyedWrite = (make: () => Promise<unknown>): Write => ({ make, settle: make });
