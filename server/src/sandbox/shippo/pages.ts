import { type Answer, type Call, json } from '../kit/partner.ts';
import { invalid, ShippoError } from './errors.ts';

const RESULTS_MAX = 100;

function wholeNumber(call: Call, name: string, without: number): number {
  const text = call.query.get(name);
  if (text === null) return without;
  if (!/^\d{1,6}$/.test(text) || Number(text) < 1) throw invalid(name, 'A valid integer is required.');
  return Number(text);
}

/** Whether a row passes a filter of the query. */
export const isWithin = (call: Call, name: string, value: string): boolean => (call.query.get(name) ?? value) === value;

/** A page of rows, with the addresses of the pages before and after it. How many rows there are is not said. */
export function paged(call: Call, baseUrl: string, rows: readonly unknown[], perPage: number): Answer {
  const page = wholeNumber(call, 'page', 1);
  const results = wholeNumber(call, 'results', perPage);
  if (results > RESULTS_MAX) throw invalid('results', `Ensure this value is less than or equal to ${RESULTS_MAX}.`);
  const start = (page - 1) * results;
  if (page > 1 && start >= rows.length) throw new ShippoError(404, 'Invalid page.');
  const to = (number: number) => {
    const query = new URLSearchParams(call.query);
    query.set('page', String(number));
    return `${baseUrl}${call.path}?${query}`;
  };
  return json(200, {
    next: start + results < rows.length ? to(page + 1) : null,
    previous: page > 1 ? to(page - 1) : null,
    results: rows.slice(start, start + results),
  });
}
