import { api } from '@longshore/contract';
import { type Binding, bind, bindStaged } from '../../../platform/http/bind.ts';
import { serveList } from '../../../platform/lists/serve-list.ts';
import type { ReservationOwner } from '../reservations/reservation-owner.ts';
import { readCountPlace } from './count-place.view.ts';
import { drawCountSheet } from './count-sheet.ts';
import { countListSql, readCount, serveCountLines } from './counts.view.ts';
import { cancelOpenCount, makeCount, makeRecount } from './make-count.ts';
import { postCount } from './post-count.ts';
import { recordFigure, undoFigure } from './record-figure.ts';

const { counts } = api;

export const countsRoutes = (owner: ReservationOwner | undefined): Binding[] => [
  bind(counts.list, (tx, call) => serveList(tx, countListSql, call)),
  bind(counts.get, (tx, { actor, params }) => readCount(tx, actor, params.id)),
  bind(counts.create, (tx, { actor, body }) => makeCount(tx, actor, body)),
  bind(counts.sheet, async (tx, { actor, params, query, readTimezone }) =>
    drawCountSheet(tx, actor, { id: params.id, leftOnly: query.left === '1', timezone: await readTimezone(tx) }),
  ),
  bind(counts.lines, serveCountLines),
  bind(counts.place, (tx, { actor, params, query }) => readCountPlace(tx, actor, params.id, query)),
  bind(counts.record, (tx, { actor, params, body }) => recordFigure(tx, actor, params.id, body)),
  bind(counts.undo, (tx, { actor, params, body }) => undoFigure(tx, actor, params.id, body.uploaded_at)),
  bindStaged(counts.post, {
    each: (open, { actor, params, body }) =>
      postCount(open, actor, params.id, { owner, isWanted: body?.short_lines === 1 }),
    status: (count) => ('state' in count && count.state === 'posting' ? 202 : 200),
  }),
  bind(counts.recount, (tx, { actor, params }) => makeRecount(tx, actor, params.id)),
  bind(counts.cancel, (tx, { params }) => cancelOpenCount(tx, params.id)),
];
