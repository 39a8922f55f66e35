import type { Charge, CopiedCard, CopyInput } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { trace } from '../../records/index.ts';
import { activitiesOn, linkOn, readToday, today, writeLink } from '../links.store.ts';

interface CopiedLink {
  item_id: number;
  item: string;
  uom: string;
  rate: string;
  quantity: string;
  minimum_charge: string;
  minimum_quantity: string;
}

interface SourceActivity {
  name: string;
  charge: Charge;
  exists: boolean;
  links: CopiedLink[];
}

async function assertClients(tx: Tx, { from_client_id: from, to_client_id: to }: CopyInput): Promise<void> {
  if (from === to) throw invalid('to_client_id', 'RateCardOfOneClient');
  const { rows } = await sql<{ id: number }>`
    select id from clients where id in (${from}, ${to}) and ${inScope(tx, 'id')}`.execute(tx);
  const known = rows.map(({ id }) => id);
  if (!known.includes(from)) throw invalid('from_client_id', 'ClientIsRequired');
  if (!known.includes(to)) throw invalid('to_client_id', 'ClientIsRequired');
}

/** The active activities of a client with the active items that have a rate today. */
async function readCard(tx: Tx, input: CopyInput): Promise<SourceActivity[]> {
  const { rows } = await sql<SourceActivity>`
    select a.name, a.charge, exists (
        select from billing_activities b where b.client_id = ${input.to_client_id} and lower(b.name) = lower(a.name)) as exists,
      coalesce((
        select json_agg(json_build_object('item_id', i.id, 'item', i.name, 'uom', i.uom, 'rate', trim_scale(l.rate)::text,
          'quantity', trim_scale(l.quantity)::text, 'minimum_charge', trim_scale(l.minimum_charge)::text,
          'minimum_quantity', trim_scale(l.minimum_quantity)::text) order by lower(i.name), i.id)
        from (select distinct k.item_id from billing_links k where k.activity_id = a.id) each
        cross join lateral (${linkOn(sql`a.client_id`, sql`a.id`, sql`each.item_id`, today)}) l
        join billing_items i on i.id = l.item_id
        where l.rate > 0 and i.is_active), '[]') as links
    from ${activitiesOn(today)} a
    where a.client_id = ${input.from_client_id} and a.is_active and ${inScope(tx, 'a.client_id')}
    order by lower(a.name), a.id`.execute(tx);
  return rows;
}

const cardOf = (valid_from: string, activities: readonly SourceActivity[]): CopiedCard => ({
  valid_from,
  activities: activities.map(({ name, charge, exists, links }) => ({
    name,
    charge,
    exists,
    items: links.map(({ item_id: id, item, uom, rate }) => ({ id, name: item, uom, rate: Number(rate) })),
  })),
});

export async function previewCopy(tx: Tx, input: CopyInput): Promise<CopiedCard> {
  await assertClients(tx, input);
  return cardOf(input.valid_from ?? (await readToday(tx)), await readCard(tx, input));
}

/** False when the client has an activity of the name. */
async function copyActivity(tx: Tx, actor: Actor, clientId: number, day: string, source: SourceActivity) {
  const { name, charge, links } = source;
  const { rows } = await sql<{ id: number }>`
    insert into billing_activities (client_id, name, charge) values (${clientId}, ${name}, ${charge})
    on conflict (client_id, lower(name)) do nothing returning id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) return false;
  for (const link of links) await writeLink(tx, { id, client_id: clientId }, link.item_id, day, link, actor.name);
  await trace(tx, actor, {
    type: 'BillingActivity' as const,
    id,
    clientId,
    subject: 'Rate card copied' as const,
    changes: [
      { field: 'name', newValue: name },
      { field: 'charge', newValue: charge },
      { field: 'billing_item.valid_from', newValue: day },
      ...links.flatMap(({ item, rate }) => [
        { field: 'billing_item' as const, newValue: item },
        { field: 'billing_item.rate' as const, newValue: rate },
      ]),
    ],
  });
  await recordEvent(tx, { kind: 'billing_activity.saved', clientId, subjectId: id });
  return true;
}

/** Copies the activities of a client to another one; those whose name exists there are answered as such. */
export async function copyCard(tx: Tx, actor: Actor, input: CopyInput): Promise<CopiedCard> {
  await assertClients(tx, input);
  const day = input.valid_from ?? (await readToday(tx));
  const done: SourceActivity[] = [];
  for (const source of await readCard(tx, input)) {
    const exists = source.exists || !(await copyActivity(tx, actor, input.to_client_id, day, source));
    done.push({ ...source, exists });
  }
  return cardOf(day, done);
}
