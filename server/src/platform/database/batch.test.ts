import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { type Statement, sendBatch as send } from './batch.ts';
import { PREPARED_MAX } from './prepared-statements.ts';

const sendBatch = (client: pg.Client, statements: Statement[]) => send(client, statements, 60_000);

describe('a batch', () => {
  let it: TestApp;
  let client: pg.Client;
  beforeAll(async () => {
    it = await testApp();
    client = new pg.Client({ connectionString: it.database.ownerUrl, pipeline: true } as pg.ClientConfig);
    await client.connect();
    await client.query('create table batch_test (n int primary key, word text, flag boolean, list int[], fact jsonb)');
  });
  afterAll(() => client.end());

  const put = (n: unknown, comment = ''): Statement => ({
    text: `insert into batch_test (n) values ($1) ${comment && `-- ${comment}`}`,
    values: [n],
  });
  const known: Statement = { text: 'select n from batch_test order by n', values: [] };
  const numbers = async () => (await client.query('select n from batch_test order by n')).rows.map(({ n }) => n);

  test('answers its statements in order, the first time and afterwards', async () => {
    for (const n of [1, 2]) {
      const [written, read] = await sendBatch(client, [put(n), known]);
      expect(written).toEqual({ rows: [], columns: [], done: 'INSERT 0 1' });
      expect(read?.rows.at(-1)).toEqual({ n });
    }
  });

  test('reads every kind of value as the driver does', async () => {
    const values = [9, 'naïve "quoted" 漢字', true, [1, 2], { a: [null] }];
    const text = 'insert into batch_test (n, word, flag, list, fact) values ($1, $2, $3, $4, $5) returning *';
    const [answer] = await sendBatch(client, [{ text, values }]);
    expect(answer?.rows).toEqual([{ n: 9, word: values[1], flag: true, list: [1, 2], fact: { a: [null] } }]);
    const [none] = await sendBatch(client, [{ text: 'select null as nothing, $1::text as empty', values: [''] }]);
    expect(none?.rows).toEqual([{ nothing: null, empty: '' }]);
  });

  test('is atomic, and leaves the connection usable', async () => {
    const before = await numbers();
    await expect(sendBatch(client, [put(20), put(20)])).rejects.toMatchObject({ code: '23505' });
    await expect(sendBatch(client, [put(21), put('x')])).rejects.toMatchObject({ code: '22P02' });
    await expect(sendBatch(client, [put(22), { text: 'nonsense', values: [] }])).rejects.toMatchObject({
      code: '42601',
    });
    expect(await numbers()).toEqual(before);
    await sendBatch(client, [put(23)]);
    expect(await numbers()).toEqual([...before, 23]);
  });

  test('that fails when a statement is first prepared prepares it again the next time', async () => {
    for (const [name, broken] of [
      ['fails when run', put(23, 'fails when run')],
      ['fails when bound', put('x', 'fails when bound')],
    ] as const) {
      await expect(sendBatch(client, [broken])).rejects.toBeInstanceOf(Error);
      expect(await sendBatch(client, [put(name.length + 100, name)])).toHaveLength(1);
    }
  });

  test('with a value that cannot be converted sends nothing', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const before = await numbers();
    await expect(sendBatch(client, [put(30), put(cyclic)])).rejects.toThrow(/circular/);
    expect(await numbers()).toEqual(before);
  });

  test('does not wait for the previous one, even when both prepare the same statement', async () => {
    const same: Statement = { text: 'select $1::int as n', values: [1] };
    const failing: Statement = { text: 'select 1 / $1::int as n', values: [0] };
    const answers = await Promise.allSettled([
      sendBatch(client, [same]),
      sendBatch(client, [failing]),
      sendBatch(client, [{ ...same, values: [2] }]),
      sendBatch(client, [{ ...failing, values: [1] }]),
    ]);
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value[0]?.rows[0]?.n : 'failed'))).toEqual([
      1,
      'failed',
      2,
      1,
    ]);
  });

  test('keeps only the most recently used statements prepared, and closes the others in PostgreSQL', async () => {
    const preparedTexts = async () =>
      (await client.query('select statement from pg_prepared_statements')).rows.map(({ statement }) => statement);
    const hot: Statement = { text: 'select 1 as hot', values: [] };
    for (let n = 0; n < PREPARED_MAX * 2; n++) {
      await sendBatch(client, [{ text: `select ${n} as cold`, values: [] }]);
      if (n % 50 === 0) await sendBatch(client, [hot]);
    }
    await sendBatch(client, [hot]);
    const kept = await preparedTexts();
    expect(kept.length).toBeLessThanOrEqual(PREPARED_MAX);
    expect(kept.filter((text) => text === hot.text)).toHaveLength(1);
    expect(kept).toContain(`select ${PREPARED_MAX * 2 - 1} as cold`);
    expect(kept).not.toContain('select 0 as cold');
  });
});
