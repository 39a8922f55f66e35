import { expect, test } from 'vitest';
import { refused } from './http/problem.ts';
import type { Job } from './jobs/worker.ts';
import { bindingsOf, jobsOf, makeRegistry, module, type Tools } from './module.ts';

const job: Job = async () => {};
const check = (name: string) => ({ name, broken: async () => [] });
const problem = () => refused(10002);

test('lists, tables and subscribers of the modules are joined in their order', () => {
  const { list, table, subscribers } = makeRegistry([
    module({
      name: 'one',
      checks: [check('a')],
      constraints: { first_key: problem },
      subscribers: { 'file.stored': [] },
    }),
    module({ name: 'two', checks: [check('b'), check('c')], constraints: { second_key: problem } }),
    module({ name: 'three', subscribers: { 'file.stored': [() => []] } }),
  ]);
  expect(list('checks').map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(list('sheets')).toEqual([]);
  expect(Object.keys(table('constraints'))).toEqual(['first_key', 'second_key']);
  expect(subscribers['file.stored']).toHaveLength(1);
});

test('jobs of one lane come from several modules', () => {
  const registry = makeRegistry([
    module({ name: 'one', jobs: () => ({ upkeep: { tidy: job }, mail: { send: job } }) }),
    module({ name: 'two', jobs: () => ({ upkeep: { forget: job } }) }),
  ]);
  const jobs = jobsOf({ registry } as Tools);
  expect(Object.keys(jobs.upkeep ?? {})).toEqual(['tidy', 'forget']);
  expect(Object.keys(jobs.mail ?? {})).toEqual(['send']);
  expect(bindingsOf({ registry } as Tools)).toEqual([]);
});

test('what two modules register under one name is refused', () => {
  const twice = makeRegistry([
    module({ name: 'one', constraints: { same_key: problem }, jobs: () => ({ upkeep: { tidy: job } }) }),
    module({ name: 'two', constraints: { same_key: problem }, jobs: () => ({ upkeep: { tidy: job } }) }),
  ]);
  expect(() => twice.table('constraints')).toThrow('same_key');
  expect(() => jobsOf({ registry: twice } as Tools)).toThrow('tidy');
  expect(() => makeRegistry([module({ name: 'one' }), module({ name: 'one' })])).toThrow('one');
});
