import { CLIENTS } from './database.ts';

/** Activities of each client, and items that all of them have. */
const ACTIVITIES = 5;
const ITEMS = 10;

export const ratesOfClients = [
  `insert into billing_items (name, internal) select 'Item ' || n, n = 10 from generate_series(1, ${ITEMS}) n`,
  `insert into billing_activities (client_id, name, charge)
   select c.id, 'Activity ' || n, 'Manual' from clients c cross join generate_series(1, ${ACTIVITIES}) n order by c.id, n`,
];

const entries = (rows: string) => [
  // The rule of closed months is not what is measured, and it would take longer than the rows.
  'alter table billing_entries disable trigger billing_entries_in_open_period',
  rows,
  'alter table billing_entries enable trigger billing_entries_in_open_period',
];

const activityOf = (client: string, n: string) => `(${client} - 1) * ${ACTIVITIES} + 1 + ${n} % ${ACTIVITIES}`;

/** So many entries over the clients and two years. */
export const entriesOverTwoYears = (count: number) =>
  entries(`
    insert into billing_entries (client_id, activity_id, item_id, bill_date, reference, meta_name, price, quantity, created_by)
    select 1 + n % ${CLIENTS}, ${activityOf(`(1 + n % ${CLIENTS})`, `(n / ${CLIENTS})`)}, 1 + n % ${ITEMS}, date '2024-01-01' + n % 730, 'Order ' || n,
      'Item ' || 1 + n % ${ITEMS}, 0.0001 * (n % 100000), 1 + n % 7, 'Bench'
    from generate_series(0, ${count - 1}) n`);

/** So many entries of the first client in January 2026, among its others. */
export const entriesOfAMonth = (count: number) =>
  entries(`
    insert into billing_entries (client_id, activity_id, item_id, bill_date, reference, meta_name, price, quantity, created_by)
    select 1, ${activityOf('1', 'n')}, 1 + n % ${ITEMS}, date '2026-01-01' + n % 31, 'Order ' || n, 'Item ' || 1 + n % ${ITEMS},
      0.0001 * (n % 100000), 1 + n % 7, 'Bench'
    from generate_series(0, ${count - 1}) n`);
