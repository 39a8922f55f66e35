import { api, readOwnCode, type SearchHit } from '@longshore/contract';
import { call } from '../../lib/call.ts';
import type { Translate } from '../../lib/text/text.ts';
import { lookUp } from '../../ui/scan/look-up.ts';
import { floorWavePath } from './waves/wave-commands.ts';

/** Where a scan on the home leads, or why it leads nowhere. */
export type Start = { href: string } | { why: string };

/** A cart opens the wave that is picked with it. */
async function startOfCart({ id, title }: SearchHit, t: Translate): Promise<Start> {
  const { wave_id } = await call(api.carts.get, { params: { id } });
  return wave_id === null ? { why: t('onFloor.wave.cartIsFree', { cart: title }) } : { href: floorWavePath(wave_id) };
}

/** The screen that a scan on the home starts. Throws when the server cannot be reached. */
export async function findStart(code: string, t: Translate): Promise<Start> {
  // The ticket of a wave says which one: nobody has to be asked.
  const own = readOwnCode(code);
  if (own?.kind === 'wave') return { href: floorWavePath(Number(own.id)) };
  const hits = await lookUp(code);
  if (hits.length === 0) return { why: t('scan.is.nothing', { code }) };
  const hitOf = (meant: string) => hits.find(({ kind }) => kind === meant);
  const [shipment, count, cart] = [hitOf('shipment'), hitOf('count'), hitOf('cart')];
  if (shipment) return { href: `/floor/shipment/${shipment.id}` };
  if (count) return { href: `/floor/count/${count.id}` };
  if (cart) return startOfCart(cart, t);
  return { href: `/floor/look-up/${encodeURIComponent(code)}` };
}
