import { mayCall } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { LockedCount } from './counts.store.ts';
import { linesWithVariances } from './variances.ts';

/**
 * Who sees the expected quantities of a blind count before it is posted: the user who made it, who reviews and posts
 * it, and super users.
 */
export const mayReview = (actor: Actor, { blind, user_id }: Pick<LockedCount, 'blind' | 'user_id'>): boolean =>
  !blind || user_id === actor.id || mayCall(actor, 'super');

/** Whether the expected quantities of count `k` are hidden from the user. */
export const hidesQuantities = (actor: Actor): Sql =>
  mayCall(actor, 'super')
    ? sql`false`
    : sql`(k.blind and k.state in ('open', 'posting') and k.user_id <> ${actor.id}::int)`;

/**
 * Lines of counts with their variances, as the user may see them. Hidden are all quantities but the counted one, and
 * what they could be concluded from: the direction of the variance and the reasons of refusals. Filters and sorts use
 * these lines, so they cannot reveal what is hidden.
 */
export const linesFor = (actor: Actor): Sql => sql`(
  select l.id, l.count_id, l.client_id, l.inventory_id, l.license_id, l.lot_id, l.quarantine, l.counted, l.counted_at, l.uploaded_at,
    l.counted_by, l.outcome, l.expected is not null as is_listed,
    case when not h.hidden then l.expected end as expected, case when not h.hidden then l.balance end as balance,
    case when not h.hidden then l.variance end as variance, case when not h.hidden then l.on_hand end as on_hand,
    case when not h.hidden then l.status when l.counted is null then 'uncounted' else 'counted' end as status,
    case when h.hidden then '' else l.problem end as problem
  from ${linesWithVariances} join counts k on k.id = l.count_id cross join lateral (select ${hidesQuantities(actor)} as hidden) h) l`;
