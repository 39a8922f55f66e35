import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';

/** The demo is made for a day: nobody scans in it, and its screens should show people at work. */
const LEASE = sql`now() + interval '12 hours'`;

const FLOOR = { lead: 'Tomasz Nowak', first: 'Kofi Mensah', second: 'Rosa Delgado' } as const;

interface DemoTask {
  kind: string;
  /** One row: `record_id`, `client_id`. */
  of: ReturnType<typeof sql>;
  holder?: string;
  minutesAgo?: number;
  assignee?: string;
  priority?: number;
}

const plateToPut = (place: number) => sql`
  select l.id as record_id, l.client_id from licenses l
  where l.location_id is null and exists (select from stock_rows s where s.client_id = l.client_id and s.license_id = l.id and s.quantity > 0)
  order by l.id offset ${sql.lit(place)} limit 1`;
const receipt = (place: number) => sql`
  select s.id as record_id, s.client_id from shipments s
  where s.direction = 'inbound' and s.status <> 'Finished' and s.voided_at is null
  order by s.ship_date, s.id offset ${sql.lit(place)} limit 1`;
const cycleCount = sql`select k.id as record_id, k.client_id from counts k where k.state = 'open' order by k.id limit 1`;

const demoTasks: DemoTask[] = [
  { kind: 'count', of: cycleCount, holder: FLOOR.lead, minutesAgo: 42 },
  { kind: 'put_away', of: plateToPut(0), holder: FLOOR.first, minutesAgo: 6 },
  { kind: 'receive', of: receipt(0), holder: FLOOR.second, minutesAgo: 18, priority: 1 },
  { kind: 'receive', of: receipt(1), assignee: FLOOR.first, priority: 1 },
  { kind: 'put_away', of: plateToPut(1), priority: 2 },
];

async function seedTask(tx: Tx, { kind, of, holder = '', minutesAgo = 0, assignee = '', priority }: DemoTask) {
  await sql`
    insert into tasks (kind, record_id, client_id, priority, assignee_id, assignee_name, holder_id, holder_name, held_since, lease_until)
    select ${kind}, r.record_id, r.client_id, ${priority ?? null}::smallint, a.id, coalesce(a.name, ''), h.id, coalesce(h.name, ''),
      case when h.id is not null then now() - make_interval(mins => ${minutesAgo}) end, case when h.id is not null then ${LEASE} end
    from (${of}) r left join users a on a.name = ${assignee} left join users h on h.name = ${holder}`.execute(tx);
}

/** Two people counted the rows of the open count during the last hour, one every minute and a half. */
async function seedCounting(tx: Tx): Promise<void> {
  await sql`
    with counted as (
      select n.id, row_number() over (order by n.id)::int as place from count_lines n join counts k on k.client_id = n.client_id and k.id = n.count_id
      where k.state = 'open' and n.counted is not null)
    update count_lines n set counted_by_id = u.id, counted_by = u.name,
      uploaded_at = now() - make_interval(secs => 90 * (c.place % 20) + 30)
    from counted c join users u on u.name = case c.place % 3 when 0 then ${FLOOR.first} else ${FLOOR.lead} end
    where n.id = c.id`.execute(tx);
}

/**
 * Faces of items that lie in a picking bin, every other one below its minimum; and for each client one in a picking bin
 * that is empty. Only items with plates in storage have one: the others could not be filled up.
 */
async function seedFaces(tx: Tx): Promise<void> {
  const reserve = sql`
    select s.client_id, s.inventory_id, sum(s.quantity)::int as units from stock_rows s
    join licenses l on l.client_id = s.client_id and l.id = s.license_id left join locations b on b.id = l.location_id
    where not s.quarantine and s.quantity > 0 and b.type is distinct from 'P' group by s.client_id, s.inventory_id`;
  await sql`
    with reserve as (${reserve}),
    picked as (
      select s.client_id, l.location_id, s.inventory_id, sum(s.quantity)::int as units,
        row_number() over (partition by s.client_id order by l.location_id, s.inventory_id) as place
      from stock_rows s join licenses l on l.client_id = s.client_id and l.id = s.license_id
      join locations b on b.id = l.location_id and b.type = 'P' join reserve r on r.inventory_id = s.inventory_id
      where not s.quarantine and s.quantity > 0 group by s.client_id, l.location_id, s.inventory_id)
    insert into faces (client_id, location_id, inventory_id, minimum, maximum, created_at, updated_at)
    select client_id, location_id, inventory_id, greatest(1, case place % 2 when 1 then units + 12 else units / 2 end), units + 60,
      now() - interval '30 days', now() - make_interval(mins => 35 * place::int)
    from picked where place <= 4`.execute(tx);
  await sql`
    with reserve as (${reserve}),
    bins as (
      select b.id, row_number() over (order by b.location) as place from locations b
      where b.type = 'P' and not exists (select from licenses l where l.location_id = b.id)),
    items as (
      select r.client_id, min(r.inventory_id) as id, row_number() over (order by r.client_id) as place from reserve r
      where not exists (select from faces f where f.inventory_id = r.inventory_id) group by r.client_id)
    insert into faces (client_id, location_id, inventory_id, minimum, maximum, created_at, updated_at)
    select i.client_id, b.id, i.id, 12, 48, now() - interval '30 days', now() - interval '80 minutes'
    from items i join bins b on b.place = i.place`.execute(tx);
}

/** Three people at work, and what waits. */
export async function seedFloor(tx: Tx): Promise<void> {
  await seedFaces(tx);
  await seedCounting(tx);
  for (const task of demoTasks) await seedTask(tx, task);
}

/** Codes that nobody knows: a badge that works is made by hand. As app_auth, which alone writes what people sign in with. */
export async function seedBadges(tx: Tx): Promise<void> {
  await sql`
    insert into badges (user_id, kind, name, code_hash, created_by, created_at, last_used_at, last_used_address)
    select u.id, 'personal', 'Lanyard', sha256(uuid_send(gen_random_uuid())), 'Marta Oliveira', now() - interval '40 days', now() - interval '5 hours', '10.20.0.14'
    from users u where u.name in (${FLOOR.lead}, ${FLOOR.first}, ${FLOOR.second}) order by u.id`.execute(tx);
}
