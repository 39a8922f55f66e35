import { type ListQuery, relationList } from '@longshore/contract';
import { describe, expect, it } from 'vitest';
import { cycleSort, isFiltered, narrows, pageCount, queryOf, sameQuery, searchFor, segmentOf } from './list-rules.ts';

describe('the address of a list', () => {
  it('sorts ascending, descending, not at all', () => {
    const asc = cycleSort(relationList, { on_page: 4 }, 'email');
    expect(asc).toEqual({ on_page: 1, order_by: { email: 'asc' } });
    const desc = cycleSort(relationList, asc, 'email');
    expect(desc.order_by).toEqual({ email: 'desc' });
    expect(cycleSort(relationList, desc, 'email').order_by).toBeUndefined();
  });
  it('skips a step that changes nothing', () => {
    expect(cycleSort(relationList, {}, 'name').order_by).toEqual({ name: 'desc' });
    const byNewest = { ...relationList, defaultSort: { updated_at: 'desc' as const } };
    expect(cycleSort(byNewest, {}, 'updated_at').order_by).toEqual({ updated_at: 'asc' });
  });
  it('searches across active and inactive, from the first page, without the old conditions', () => {
    const query = queryOf('on_page=3&per_page=50&query[0][field]=city&query[0][value]=Oslo&order_by[email]=asc');
    expect(searchFor(relationList, query, ' oak ')).toEqual({
      on_page: 1,
      per_page: 50,
      search: 'oak',
      order_by: { email: 'asc' },
      filter_by: { is_active: ['1', '0'] },
    });
    expect(searchFor(relationList, { search: 'oak', filter_by: { is_active: ['1', '0'] } }, '')).toEqual({
      on_page: 1,
    });
  });
  it('tells a filtered list from an unfiltered one', () => {
    expect(isFiltered(relationList, {})).toBe(false);
    expect(isFiltered(relationList, { filter_by: { is_active: ['1', '0'] } })).toBe(false);
    expect(isFiltered(relationList, { filter_by: { is_active: ['0'] } })).toBe(true);
    expect(isFiltered(relationList, { search: 'oak' })).toBe(true);
    expect(narrows(relationList, 'is_active', ['1', '0'])).toBe(false);
  });
  it('counts the reachable pages', () => {
    expect(pageCount({ on_page: 1, per_page: 15, total: 0 })).toBe(1);
    expect(pageCount({ on_page: 1, per_page: 15, total: 128 })).toBe(9);
    expect(pageCount({ on_page: 700, per_page: 15, total: 10_000, total_is_minimum: true })).toBe(701);
    expect(pageCount({ on_page: 1000, per_page: 100, total: 10_000, total_is_minimum: true })).toBe(1000);
  });
  it('survives the round trip and invalid input', () => {
    const query = { on_page: 2, search: 'a/b & 環球 50%', filter_by: { is_active: ['0'] } };
    expect(queryOf(decodeURIComponent(encodeURIComponent(segmentOf(query))))).toEqual(query);
    expect(queryOf('default')).toEqual({});
    expect(queryOf('on_page=x')).toEqual({});
  });
});

it.each<[string, boolean, ListQuery, ListQuery]>([
  ['the page', true, { on_page: 3 }, {}],
  ['the order of the filters', true, { filter_by: { b: ['1'], a: ['2'] } }, { filter_by: { a: ['2'], b: ['1'] } }],
  ['the value of a filter', false, { filter_by: { a: ['1'] } }, { filter_by: { a: ['2'] } }],
  ['another filter', false, { filter_by: { a: ['1'] } }, { filter_by: { b: ['1'] } }],
  ['the search', false, { search: 'x' }, {}],
])('queries that differ in %s mean the same: %s', (_what, isSame, one, other) => {
  expect(sameQuery(one, other)).toBe(isSame);
});
