import { api, type MoveInput } from '@longshore/contract';
import { call } from '../../lib/api.ts';
import { formatNumber } from '../../lib/format.ts';
import { sessionTimezone } from '../../lib/session.ts';
import { currentLanguage, translate } from '../../lib/text/text.ts';
import { offerUndo } from '../../ui/undo.tsx';
import { refreshStock } from './stock-cache.ts';

/** The move that takes another one back: the same goods, from where they are now to where they were. */
export const inverseMove = (move: MoveInput): MoveInput => ({
  ...move,
  from_lp: move.to_lp,
  to_lp: move.from_lp,
  is_from_quarantine: move.is_to_quarantine,
  is_to_quarantine: move.is_from_quarantine,
});

/** Offers to take a move back; the server refuses when the goods have been moved on or are reserved. */
export function offerMoveBack(sku: string, move: MoveInput): void {
  const count = formatNumber(move.qty, { language: currentLanguage(), timezone: sessionTimezone() });
  const { inventory_id, client_id, is_from_quarantine, is_to_quarantine, ...rest } = move;
  const { from_lp, to_lp, qty, lotId, serialId, reference } = rest;
  const moved = { inventory_id, client_id, is_from_quarantine, is_to_quarantine };
  const body = inverseMove({ ...moved, from_lp, to_lp, qty, lotId, serialId, reference, short_lines: 0 });
  offerUndo({
    done: translate('stock.moved', { count, sku }),
    undo: async (idempotencyKey) => refreshStock(await call(api.stock.move, { body }, { idempotencyKey })),
  });
}
