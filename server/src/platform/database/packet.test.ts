import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { inOnePacket, type Statement } from './packet.ts';

describe('a packet', () => {
  let it: TestApp;
  let client: pg.Client;
  beforeAll(async () => {
    it = await testApp();
    client = new pg.Client({ connectionString: it.database.ownerUrl, pipeline: true } as pg.ClientConfig);
    await client.connect();
    await client.query('create table packet_test (n int primary key, word text, flag boolean, list int[], fact jsonb)');
  });
  afterAll(() => client.end());

  const put = (n: unknown, name: string | undefined = 'put'): Statement => ({
    name,
    text: 'insert into packet_test (n) values ($1)',
    values: [n],
  });
  const known: Statement = { name: 'known', text: 'select n from packet_test order by n', values: [] };
  const numbers = async () => (await client.query('select n from packet_test order by n')).rows.map(({ n }) => n);

  test('answers its statements in their order, the first time and afterwards', async () => {
    for (const n of [1, 2]) {
      const [written, read] = await inOnePacket(client, [put(n), known]);
      expect(written).toEqual({ rows: [], done: 'INSERT 0 1' });
      expect(read?.rows.at(-1)).toEqual({ n });
    }
  });

  test('reads every kind of value as the driver does', async () => {
    const values = [9, 'naïve "quoted" 漢字', true, [1, 2], { a: [null] }];
    const text = 'insert into packet_test (n, word, flag, list, fact) values ($1, $2, $3, $4, $5) returning *';
    const [answer] = await inOnePacket(client, [{ text, values }]);
    expect(answer?.rows).toEqual([{ n: 9, word: values[1], flag: true, list: [1, 2], fact: { a: [null] } }]);
    const [none] = await inOnePacket(client, [{ text: 'select null as nothing, $1::text as empty', values: [''] }]);
    expect(none?.rows).toEqual([{ nothing: null, empty: '' }]);
  });

  test('is done whole or not at all, and leaves the connection as it was', async () => {
    const before = await numbers();
    await expect(inOnePacket(client, [put(20), put(20)])).rejects.toMatchObject({ code: '23505' });
    await expect(inOnePacket(client, [put(21), put('x')])).rejects.toMatchObject({ code: '22P02' });
    await expect(inOnePacket(client, [put(22), { text: 'nonsense', values: [] }])).rejects.toMatchObject({
      code: '42601',
    });
    expect(await numbers()).toEqual(before);
    await inOnePacket(client, [put(23)]);
    expect(await numbers()).toEqual([...before, 23]);
  });

  test('that fails when a statement is first said says it anew the next time', async () => {
    for (const [name, broken] of [
      ['fails when run', put(23, 'fails when run')],
      ['fails when bound', put('x', 'fails when bound')],
    ] as const) {
      await expect(inOnePacket(client, [broken])).rejects.toBeInstanceOf(Error);
      expect(await inOnePacket(client, [put(name.length + 100, name)])).toHaveLength(1);
    }
  });

  test('with a value that cannot be written sends nothing of itself', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const before = await numbers();
    await expect(inOnePacket(client, [put(30), put(cyclic)])).rejects.toThrow(/circular/);
    expect(await numbers()).toEqual(before);
  });

  test('does not wait for the one before it, even where both say a thing for the first time', async () => {
    const same: Statement = { name: 'same', text: 'select $1::int as n', values: [1] };
    const failing: Statement = { name: 'failing', text: 'select 1 / $1::int as n', values: [0] };
    const answers = await Promise.allSettled([
      inOnePacket(client, [same]),
      inOnePacket(client, [failing]),
      inOnePacket(client, [{ ...same, values: [2] }]),
      inOnePacket(client, [{ ...failing, values: [1] }]),
    ]);
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value[0]?.rows[0]?.n : 'failed'))).toEqual([
      1,
      'failed',
      2,
      1,
    ]);
  });
});
