import { api, readOwnCode, type SearchHit } from '@longshore/contract';
import { call } from '../../lib/call.ts';
import type { Translate } from '../../lib/text/text.ts';
import { lookUp } from '../../ui/scan/look-up.ts';
import { floorWavePath } from './waves/wave-paths.ts';

/** Where a scan on the home leads, or why it leads nowhere. */
export type Start = { href: string } | { why: string };

/** A cart opens the wave that is picked with it. */
async function startOfCart({ id, title }: SearchHit, t: Translate): Promise<Start> {
  const { wave_id } = await call(api.carts.get, { params: { id } });
  return wave_id === null ? { why: t('onFloor.wave.cartIsFree', { cart: title }) } : { href: floorWavePath(wave_id) };
}

/** A tote opens the packing of what is in it, or the wave that still fills it. */
async function startOfTote(code: string): Promise<Start> {
  const { shipment_id, wave_id, units_left } = await call(api.totes.lookUp, { query: { code } });
  return { href: units_left > 0 ? floorWavePath(wave_id) : `/floor/pack/${shipment_id}` };
}

/** The screen that a scan on the home starts. Throws when the server cannot be reached. */
export async function findStart(code: string, t: Translate): Promise<Start> {
  // The ticket of a wave says which one: nobody has to be asked.
  const own = readOwnCode(code);
  if (own?.kind === 'wave') return { href: floorWavePath(Number(own.id)) };
  if (own?.kind === 'tote') return startOfTote(code);
  const hits = await lookUp(code);
  if (hits.length === 0) return { why: t('scan.is.nothing', { code }) };
  const hitOf = (meant: string) => hits.find(({ kind }) => kind === meant);
  const [shipment, count, cart, tote] = [hitOf('shipment'), hitOf('count'), hitOf('cart'), hitOf('tote')];
  if (shipment) return { href: `/floor/shipment/${shipment.id}` };
  if (count) return { href: `/floor/count/${count.id}` };
  if (cart) return startOfCart(cart, t);
  if (tote) return startOfTote(tote.title);
  return { href: `/floor/look-up/${encodeURIComponent(code)}` };
}
