import { api, type Tote, type ToteBatch } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { plainResource } from '../../../platform/resources/plain-resource.ts';
import { history } from '../../records/index.ts';
import { numbersFrom } from '../../stock/index.ts';
import { heldTotes } from './held-totes.ts';

/** Carts and totes belong to the warehouse: shipments of all clients share them. */
export const cartResource = plainResource({
  endpoints: api.carts,
  event: 'cart.saved',
  traced: 'Cart',
  history,
  computed: {
    wave_id: sql`(select w.id from waves w where w.cart_id = carts.id and w.state = 'picking')`,
  },
  names: ['cart'],
  searched: ['cart'],
  palette: { kind: 'cart', title: 'cart', description: 'cart' },
});

const inUse = (column: 'shipment_id' | 'wave_id') => sql`(
  select h.${sql.ref(column)} from ${heldTotes} h where h.tote_id = totes.id)`;

export const toteResource = plainResource({
  endpoints: api.totes,
  event: 'tote.saved',
  traced: 'Tote',
  history,
  computed: { shipment_id: inUse('shipment_id'), wave_id: inUse('wave_id') },
  names: ['tote'],
  searched: ['tote', 'note'],
  palette: { kind: 'tote', title: 'tote', description: 'note' },
});

/** Totes numbered on from a start, all of them or none. */
export async function createTotes(tx: Tx, actor: Actor, { start, count }: ToteBatch): Promise<Tote[]> {
  if (count > 1 && !/\d$/.test(start)) throw invalid('start', 'ToteNameHasNoNumber');
  const made: Tote[] = [];
  for (const tote of numbersFrom(start, count)) made.push(await toteResource.create(tx, actor, { tote, note: '' }));
  return made;
}
