import { api } from '@longshore/contract';
import { type Binding, bind } from '../../../platform/http/bind.ts';
import { serveList } from '../../../platform/lists/serve-list.ts';
import type { Tools } from '../../../platform/module.ts';
import { cartResource, createTotes, toteResource } from './carts.ts';
import { nextTote, undoNextTote } from './next-tote.ts';
import { pickLine } from './pick-line.ts';
import { planWave } from './plan-wave.ts';
import { shortPick } from './short-pick.ts';
import { assignWave, endWave, startWave } from './start-wave.ts';
import { findInTote, readTotesOf, readWaitingTotes } from './totes.view.ts';
import { nameOfTote } from './wave-line.view.ts';
import { printBinLabels, printCartLabels, printTickets, printToteLabels } from './wave-papers.ts';
import { readWave, waveListSql } from './waves.view.ts';

const { waves, carts, totes, locations } = api;

export const wavesRoutes = ({ clock }: Tools): Binding[] => [
  ...cartResource.routes(),
  ...toteResource.routes(),
  bind(totes.batch, (tx, { actor, body }) => createTotes(tx, actor, body)),
  bind(totes.lookUp, (tx, { query }) => findInTote(tx, nameOfTote(query.code))),
  bind(totes.ofShipment, (tx, { params }) => readTotesOf(tx, params.id)),
  bind(totes.waiting, (tx) => readWaitingTotes(tx)),
  bind(waves.list, (tx, call) => serveList(tx, waveListSql, call)),
  bind(waves.plan, (tx, { body }) => planWave(tx, body)),
  bind(waves.create, (tx, { actor, body }) => startWave(tx, actor, body)),
  bind(waves.get, (tx, { params }) => readWave(tx, params.id)),
  bind(waves.toPick, async (tx, { params }) => {
    const { map: _, ...wave } = await readWave(tx, params.id);
    return wave;
  }),
  bind(waves.pick, (tx, { actor, params, body }) => pickLine(tx, actor, params.id, body)),
  bind(waves.short, (tx, { actor, params, body }) => shortPick(tx, actor, params.id, body)),
  bind(waves.nextTote, (tx, { actor, params, body }) => nextTote(tx, actor, params.id, body)),
  bind(waves.undoNextTote, (tx, { params, body }) => undoNextTote(tx, params.id, body)),
  bind(waves.assign, (tx, { params, body }) => assignWave(tx, params.id, body.assignee_id)),
  bind(waves.void, (tx, { params }) => endWave(tx, params.id)),
  bind(waves.ticket, (tx, { actor, query }) => printTickets(tx, actor, query.ids, clock)),
  bind(carts.labels, (tx, { actor, query }) => printCartLabels(tx, actor, query.ids, clock)),
  bind(totes.labels, (tx, { actor, query }) => printToteLabels(tx, actor, query.ids, clock)),
  bind(locations.labels, (tx, { actor, query }) => printBinLabels(tx, actor, query, clock)),
];
