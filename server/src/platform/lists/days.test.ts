import type { Condition, ListSpec } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { sql } from '../database/sql.ts';
import type { Scope, Tx } from '../database/tx.ts';
import { conditionsSql } from './conditions.ts';
import type { ListSql } from './list-sql.ts';

let it: TestApp;
beforeAll(async () => {
  it = await testApp();
});

/** Moments every quarter of an hour around a day; in which zones the day is a strange one, and how. */
const days: [zone: string, day: string, what: string, start: string][] = [
  ['UTC', '2026-03-08', 'no change', '2026-03-08T00:00:00Z'],
  ['America/New_York', '2026-03-08', 'forward at 02:00', '2026-03-08T05:00:00Z'],
  ['America/New_York', '2026-11-01', 'back at 02:00', '2026-11-01T04:00:00Z'],
  ['America/Havana', '2025-03-09', 'forward at midnight: there is no 00:00', '2025-03-09T05:00:00Z'],
  ['America/Havana', '2025-11-02', 'back at 01:00: 00:00 comes twice', '2025-11-02T04:00:00Z'],
  ['Atlantic/Azores', '2025-10-26', 'back at 01:00: 00:00 comes twice', '2025-10-26T00:00:00Z'],
  ['America/Sao_Paulo', '2018-11-04', 'forward at midnight: there is no 00:00', '2018-11-04T03:00:00Z'],
  ['America/Sao_Paulo', '2018-02-18', 'back at midnight: 23:00 comes twice', '2018-02-18T03:00:00Z'],
  ['Africa/Cairo', '2024-04-26', 'forward at midnight: there is no 00:00', '2024-04-25T22:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-05', 'back by half an hour', '2026-04-04T13:00:00Z'],
  ['Asia/Kathmandu', '2026-04-05', 'an offset of 05:45', '2026-04-04T18:15:00Z'],
];

const list = {
  spec: { resource: 'test', conditions: { '': { at: 'date' } } } as unknown as ListSpec,
  conditions: { '': { fields: { at: sql`at` } } },
} as unknown as ListSql;
const on = (operator: string, value: string): Condition => ({
  relation: '',
  field: 'at',
  operator,
  value,
  join: 'AND',
});
const client: Scope = { role: 'app_client', clientId: 1, userId: null };

describe('a day', () => {
  test.each(days)('of %s, %s, %s, starts at %s', async (zone, day, _what, start) => {
    const [row] = await it.database.owner<{ start: Date }>('select day_start($1::date, $2) as start', [day, zone]);
    expect(row?.start.toISOString()).toBe(new Date(start).toISOString());
  });

  test.each(days)('of %s, %s, %s, has the same moments as the calendar says', async (zone, day) => {
    const operators = { '=': sql`=`, '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=` };
    const moments = sql`(select generate_series(${day}::date - interval '60 hours', ${day}::date + interval '60 hours',
      interval '15 minutes') at time zone 'UTC' as at) moments`;
    for (const [operator, compared] of Object.entries(operators)) {
      const { rows } = await it.app.open(client, (tx: Tx) =>
        sql<{ differ: number; all: number }>`
          select count(*) filter (where ${conditionsSql(list, [on(operator, day)], zone)} <>
            ((at at time zone ${zone})::date ${compared} ${day}::date)) as differ, count(*) as all
          from ${moments}`.execute(tx),
      );
      expect(rows[0], operator).toEqual({ differ: 0, all: 481 });
    }
  });
});

interface Plan {
  'Index Cond'?: string;
  Plans?: Plan[];
}
const indexConditions = (plan: Plan): string[] => [
  ...(plan['Index Cond'] ? [plan['Index Cond']] : []),
  ...(plan.Plans ?? []).flatMap(indexConditions),
];

describe('a condition on a day', () => {
  /** A row a day for years, so that the index of days is the cheapest way to a few of them. */
  beforeAll(async () => {
    const day = "timestamptz '2026-03-08T12:00:00Z' + n * interval '1 day'";
    const rows = 'generate_series(-3000, 3000) n';
    for (const text of [
      `insert into inventories (client_id, type, sku, name, updated_at) select 1, 'Item', 'DAY' || n, 'Day', ${day} from ${rows}`,
      `insert into relations (client_id, type, name, updated_at) select 1, 'customer', 'Day ' || n, ${day} from ${rows}`,
      `insert into sign_ins (email, succeeded, address, agent, at) select 'x', true, '', '', ${day} from ${rows}`,
      `insert into job_runs (job_id, task, payload, attempt, state, problem, started_at, finished_at)
       select n + 3001, 'x', '{}', 1, 'done', '', ${day}, ${day} from ${rows}`,
      'analyze inventories',
      'analyze relations',
      'analyze sign_ins',
      'analyze job_runs',
    ])
      await it.database.owner(text);
  });

  const few: Record<string, string> = {
    '=': '2026-03-08',
    '<': '2018-01-01',
    '<=': '2018-01-01',
    '>': '2034-05-01',
    '>=': '2034-05-01',
  };
  const tables = {
    inventories: ['updated_at', 'client_id = 1', client],
    relations: ['updated_at', 'client_id = 1 and not is_system', client],
    sign_ins: ['at', 'true', { ...client, role: 'app_staff' }],
    job_runs: ['finished_at', 'true', { ...client, role: 'app_staff' }],
  } satisfies Record<string, [string, string, Scope]>;

  test.each(
    Object.entries(tables).flatMap(([table, [column, visible, scope]]) =>
      Object.keys(few).map((operator) => ({ table, column, visible, scope: scope as Scope, operator })),
    ),
  )('$operator of $table is answered by its index', async ({ table, column, visible, scope, operator }) => {
    const ofTable = { ...list, conditions: { '': { fields: { at: sql.ref(column) } } } } as ListSql;
    const plan = await it.app.open(scope, async (tx: Tx) => {
      const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`
        explain (format json) select * from ${sql.table(table)}
        where ${sql.raw(visible)} and ${conditionsSql(ofTable, [on(operator, few[operator] ?? '')], 'America/New_York')}`.execute(
        tx,
      );
      return rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
    });
    expect(indexConditions(plan).join(' ')).toMatch(new RegExp(`\\b${column} [<>]`));
  });
});
