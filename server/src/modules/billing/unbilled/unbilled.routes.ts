import { api } from '@longshore/contract';
import { type Binding, bind, bindStaged } from '../../../platform/http/bind.ts';
import { serveList } from '../../../platform/lists/serve-list.ts';
import { rerun } from './rerun.ts';
import { unbilledListSql } from './unbilled.view.ts';
import { unwaive, waive } from './waive.ts';

const { unbilled } = api;

export const unbilledRoutes = (): Binding[] => [
  bind(unbilled.list, (tx, call) => serveList(tx, unbilledListSql, call)),
  bindStaged(unbilled.rerun, {
    parts: (openPart, open, { actor, body }) => rerun(openPart, open, actor, body),
  }),
  bind(unbilled.waive, (tx, { actor, body }) => waive(tx, actor, body)),
  bind(unbilled.unwaive, (tx, { actor, body }) => unwaive(tx, actor, body.rows)),
];
