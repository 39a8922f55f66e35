import pg from 'pg';
import { accrueDay } from '../../../server/src/modules/billing/accrual/accrue-day.ts';
import { openPools } from '../../../server/src/platform/database/pools.ts';
import { opener, staffScope } from '../../../server/src/platform/database/tx.ts';
import { makeLog } from '../../../server/src/platform/log.ts';
import { asOwner, CLIENTS, createSeededDatabase } from '../database.ts';
import type { Job } from '../job.ts';
import { reportPromise, reportRequirement } from '../promises.ts';
import { formatCount, isSmoke, MANY, rounds } from '../scale.ts';

const ALL_CLIENTS = isSmoke ? 20 : 200;
const ROUNDS = rounds(5);
/** Stock rows of an item, and of a plate. */
const PER_ITEM = 20;
const PER_PLATE = 2;
/** One of so many rows moved today. */
const MOVED = 200;

/** Every client has items of its own, each on several plates; plates stand in bins of five categories. */
function storage(rows: number): string[] {
  const [items, plates, bins] = [Math.ceil(rows / PER_ITEM), Math.ceil(rows / PER_PLATE), Math.ceil(rows / 20)];
  const base = `(select min(id) from uoms where lower(name) <> 'carton' and lower(name) <> 'pallet')`;
  const uom = (name: string) => `(select id from uoms where lower(name) = '${name}')`;
  return [
    `update company set timezone = 'UTC'`,
    `insert into uoms (name) select n from unnest(array['Carton', 'Pallet']) n on conflict do nothing`,
    `insert into clients (company) select 'Client ' || n from generate_series(${CLIENTS + 1}, ${ALL_CLIENTS}) n`,
    `insert into locations (location, billing_category) select 'B-' || n, 'Category ' || n % 5 from generate_series(1, ${bins}) n`,
    `insert into inventories (client_id, type, sku, name)
     select 1 + n % ${ALL_CLIENTS}, 'Item', 'SKU-' || n, 'Thing' from generate_series(0, ${items - 1}) n`,
    `insert into inventory_uoms (client_id, inventory_id, uom_id, is_base, length, width, height)
     select client_id, id, ${base}, true, 10 + id % 30, 20, 15 from inventories`,
    `insert into inventory_uoms (client_id, inventory_id, uom_id, qty_per_base) select client_id, id, ${uom('carton')}, 12 from inventories`,
    `insert into licenses (client_id, license, uom_id, location_id)
     select 1 + n % ${ALL_CLIENTS}, 'LP-' || n, case when n % 3 = 0 then ${uom('carton')} else ${uom('pallet')} end, 1 + n % ${bins}
     from generate_series(0, ${plates - 1}) n`,
    // Items and plates of the same client have numbers that are alike modulo the clients.
    `insert into stock_rows (client_id, inventory_id, license_id, quantity, since)
     select 1 + n % ${ALL_CLIENTS}, 1 + n % ${ALL_CLIENTS} + n / ${ALL_CLIENTS} % (${items} / ${ALL_CLIENTS}) * ${ALL_CLIENTS},
       1 + n % ${ALL_CLIENTS} + n / ${ALL_CLIENTS} / ${PER_PLATE} % (${plates} / ${ALL_CLIENTS}) * ${ALL_CLIENTS}, 5 + n % 90,
       now() - interval '40 days'
     from generate_series(0, ${rows - 1}) n on conflict do nothing`,
    `insert into movements (client_id, inventory_id, license_id, quarantine, quantity, row_balance, item_balance, kind, user_name, at)
     select client_id, inventory_id, license_id, false, quantity, quantity, quantity, 'receive', 'Bench', since from stock_rows`,
    `insert into movements (client_id, inventory_id, license_id, quarantine, quantity, row_balance, item_balance, kind, user_name, at)
     select client_id, inventory_id, license_id, false, 1, quantity, quantity, 'receive', 'Bench', now() from stock_rows where id % ${MOVED} = 0`,
    ...charges,
  ];
}

const charges = [
  `insert into billing_items (name, uom) values ('Volume', ''), ('Bins', ''), ('Category 3', ''), ('Cartons', 'Carton'), ('Pallets', 'Pallet')`,
  `insert into billing_activities (client_id, name, charge)
   select c.id, k.charge, k.charge from clients c cross join unnest(array['Daily-Cubic', 'Daily-Location', 'Week-End']) k (charge)`,
  `insert into billing_links (client_id, activity_id, item_id, valid_from, rate, user_name)
   select a.client_id, a.id, i.id, '2020-01-01', 0.25, 'Bench' from billing_activities a join billing_items i on case a.charge
     when 'Daily-Cubic' then i.name = 'Volume' when 'Daily-Location' then i.name in ('Bins', 'Category 3') else i.uom <> '' end`,
];

/** What somebody would count by hand for the same invoices: units and volume, pallets, locations by category. */
const plainCounts = [
  `select s.client_id, sum(s.quantity), sum(s.quantity * k.length * k.width * k.height) / 1000000
   from stock_rows s join inventory_uoms k on k.inventory_id = s.inventory_id and k.is_base where s.quantity > 0 group by 1`,
  `select l.client_id, count(distinct l.id) from stock_rows s join licenses l on l.id = s.license_id join uoms u on u.id = l.uom_id
   where s.quantity > 0 and lower(u.name) = 'pallet' group by 1`,
  `select l.client_id, b.billing_category, count(distinct b.id) from stock_rows s join licenses l on l.id = s.license_id
   join locations b on b.id = l.location_id where s.quantity > 0 group by 1, 2`,
];

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const medianOf = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

interface Figures {
  plain: number;
  ours: number;
  /** Entries that are missing or wrong. */
  wrong: number;
}

/** Several nights one after the other, each beside the plain counts. */
async function measure(adminUrl: string, rows: number): Promise<Figures> {
  const urls = await createSeededDatabase(adminUrl, `accrual_${rows}`, storage(rows));
  const owner = new pg.Client({ connectionString: urls.ownerUrl });
  await owner.connect();
  const pools = openPools(urls.serverUrl, makeLog('warn'), 1);
  const [plain, ours]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const day = dayBefore(ROUNDS - round);
      plain.push(
        await milliseconds(async () => {
          for (const statement of plainCounts) await owner.query(statement);
        }),
      );
      ours.push(
        await milliseconds(() =>
          opener(pools)(staffScope, (tx) => accrueDay(tx, { day, clientIds: null, retake: false })),
        ),
      );
    }
  } finally {
    await pools.end();
    await owner.end();
  }
  const [found] = await asOwner(urls, [
    `select ${ALL_CLIENTS} * 2 * ${ROUNDS} - count(*) as wrong from billing_entries e join billing_items i on i.id = e.item_id
     where i.name in ('Volume', 'Bins') and e.quantity > 0`,
  ]);
  console.log(
    `\nA night of ${ALL_CLIENTS} clients with ${formatCount(rows)} stock rows: plain counts ${medianOf(plain).toFixed(0)} ms, charged ${medianOf(ours).toFixed(0)} ms`,
  );
  return { plain: medianOf(plain), ours: medianOf(ours), wrong: Number(found?.wrong) };
}

/** The nightly accrual against plain SQL that counts the same, and how it grows. */
export const accrual: Job = {
  name: 'accrual',
  async run({ adminUrl }) {
    const few = await measure(adminUrl, MANY / 4);
    const many = await measure(adminUrl, MANY);
    reportPromise('a night against the plain counts', many.ours / many.plain, 'at most', 3);
    // Rows that no longer fit into the cache take longer for everybody, so the growth is compared with that of the
    // counts.
    const [ours, plain] = [many.ours / few.ours, many.plain / few.plain];
    console.log(
      `            four times the rows: plain counts ${plain.toFixed(1)} times, charged ${ours.toFixed(1)} times as long`,
    );
    reportPromise('growth for four times the rows, against that of the plain counts', ours / plain, 'at most', 1.25);
    reportRequirement('entries that are missing', few.wrong + many.wrong, 'at most', 0);
  },
};
