import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { sql } from '../database/sql.ts';
import { invalid } from '../http/problem.ts';
import { recordEvent } from './events.ts';
import type { RecordedEvent } from './in-transaction.ts';

const heard: RecordedEvent<'relation.saved'>[] = [];
let it: TestApp;

beforeAll(async () => {
  it = await testApp({
    inTransaction: {
      'relation.saved': [
        async (tx, event) => {
          heard.push(event);
          const { rows } = await sql<{
            name: string;
          }>`select name from relations where id = ${event.subjectId}`.execute(tx);
          if (rows[0]?.name === 'Refused') throw invalid('name', 'NameIsTaken');
          if (rows[0]?.name === 'Broken') throw new Error('a defect of the subscriber');
          // It may write, and record events of its own.
          if (rows[0]?.name === 'Renamed')
            await sql`update relations set name = 'By the subscriber' where id = ${event.subjectId}`.execute(tx);
          if (rows[0]?.name === 'Told')
            await recordEvent(tx, { kind: 'categories.saved', clientId: event.clientId, subjectId: event.subjectId });
        },
      ],
    },
  });
});

const save = async (name: string) => {
  heard.length = 0;
  return (await it.as('client')).call(api.relations.create, { body: { type: 'customer', name } });
};
const named = async (name: string) => (await it.database.owner('select from relations where name = $1', [name])).length;
const recorded = async () => (await it.database.owner<{ n: number }>('select count(*)::int as n from events'))[0]?.n;

describe('a subscriber in the transaction of a command', () => {
  test('sees what the command wrote before it is committed', async () => {
    const { status, data } = await save('Plain');
    expect(status).toBe(200);
    expect(heard).toEqual([{ kind: 'relation.saved', clientId: 1, subjectId: data.id, payload: {} }]);
  });

  test('commits what it writes with the command', async () => {
    await save('Renamed');
    expect([await named('Renamed'), await named('By the subscriber')]).toEqual([0, 1]);
  });

  test('may record an event of its own', async () => {
    const { data } = await save('Told');
    const kinds = await it.database.owner<{ kind: string }>(
      'select kind from events where subject_id = $1 order by id',
      [data.id],
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['relation.saved', 'categories.saved']);
  });

  test.each([
    ['Refused', 422],
    ['Broken', 500],
  ])('that throws aborts the command: %s', async (name, expected) => {
    const before = await recorded();
    expect((await save(name)).status).toBe(expected);
    expect(heard).toHaveLength(1);
    expect([await named(name), await recorded()]).toEqual([0, before]);
  });
});
