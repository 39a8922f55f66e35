import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';

const AISLES = ['A', 'B', 'C', 'D'];
const BAYS = [1, 2, 3, 4, 5];
const LEVELS = [1, 2, 3];
const STORED_AS: Record<string, string> = { A: 'Half pallet', B: 'Half pallet', C: 'Pallet rack', D: 'Bulk floor' };
const DOCK = 'RECEIVING';

interface DemoBin {
  location: string;
  type: 'P' | 'S';
  category: string;
}

/** The lowest level of the first two aisles is for picking; the rest is storage. */
const bins: DemoBin[] = [
  ...AISLES.flatMap((aisle) =>
    BAYS.flatMap((bay) =>
      LEVELS.map((level): DemoBin => {
        const picked = level === 1 && aisle < 'C';
        const category = picked ? 'Shelf bin' : (STORED_AS[aisle] ?? '');
        return { location: `${aisle}-0${bay}-${level}`, type: picked ? 'P' : 'S', category };
      }),
    ),
  ),
  { location: DOCK, type: 'S', category: '' },
  { location: 'RETURNS', type: 'S', category: '' },
  { location: 'QA-HOLD', type: 'S', category: 'Quarantine cage' },
];

/** How many plates each of the demo clients has. */
const PLATES = [13, 11, 9, 7];

interface DemoPlate {
  license: string;
  client: number;
  uom: 'Pallet' | 'Carton';
  height: number;
  weight: number;
  /** Empty while it is in no bin. */
  location: string;
  daysAgo: number;
}

/** Each client's plates are near each other; every ninth has not been put away, every fourth is a carton. */
const plates: DemoPlate[] = PLATES.flatMap((count, client) => Array.from({ length: count }, () => client)).map(
  (client, place) => {
    const isCarton = place % 4 === 3;
    return {
      license: `LP-${String(place + 1).padStart(4, '0')}`,
      client,
      uom: isCarton ? 'Carton' : 'Pallet',
      height: isCarton ? 32 : 110 + (place % 5) * 12,
      weight: isCarton ? 9.4 + place / 10 : 280 + (place % 7) * 31.5,
      location: place % 9 === 8 ? '' : (bins[(place * 7) % (bins.length - 3)]?.location ?? ''),
      daysAgo: 90 - place * 2,
    };
  },
);

/**
 * Bins of four aisles and the plates of all clients in them; a second run adds nothing. demo-stock.ts adds their
 * contents.
 */
export async function seedPlates(tx: Tx, clientIds: readonly number[]): Promise<void> {
  await sql`
    insert into locations (location, type, billing_category, created_at)
    select r.location, r.type, r.category, now() - interval '700 days'
    from jsonb_to_recordset(${JSON.stringify(bins)}::jsonb) as r (location text, type text, category text)
    on conflict do nothing`.execute(tx);
  const rows = plates.map((plate, place) => ({ ...plate, place, client: clientIds[plate.client] }));
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (license text, client int, uom text, height numeric,
        weight numeric, location text, "daysAgo" int, place int)),
    made as (
      insert into licenses (client_id, license, uom_id, length, width, height, weight, location_id, created_at, updated_at)
      select g.client, g.license, u.id, case g.uom when 'Carton' then 48 else 120 end, case g.uom when 'Carton' then 36 else 100 end, g.height, g.weight,
        b.id, now() - make_interval(days => g."daysAgo"), now() - make_interval(days => g."daysAgo" - 1)
      from given g join uoms u on u.name = g.uom left join locations b on b.location = g.location order by g.place
      on conflict do nothing returning id, client_id, location_id, created_at)
    insert into license_locations (client_id, license_id, location_id, user_name, at)
    select m.client_id, m.id, w.location_id, 'Tomasz Nowak', m.created_at + w.later
    from made m cross join lateral (values ((select id from locations where location = ${DOCK}), interval '10 minutes', 1), (m.location_id, interval '1 day', 2))
      w (location_id, later, step)
    where m.location_id is not null order by m.id, w.step`.execute(tx);
}
