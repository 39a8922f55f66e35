import { api, FBA_DOCUMENTS, type FbaKind, fbaPaperEndpoints } from '@longshore/contract';
import { type Binding, bind, bindStaged } from '../../../platform/http/bind.ts';
import type { PrintTools } from '../../shipments/index.ts';
import { type BeginTools, beginPlan, beginStep, cancelFeed, changeFeed } from './begin-step.ts';
import { readFbaHistory, readFbaShipment, readFeed, readOrderPlan } from './fba.view.ts';
import { acceptInvitation, type InvitationTools, invite, readDeveloper } from './invitations.ts';
import { printFbaPapers, repeatFbaPapers } from './print-papers.ts';

const { fba } = api;

/** Calls of the specification that begin a step and take no more than the shipment. */
const STEPS = [
  { endpoint: fba.submitFeed, kind: 'feed' },
  { endpoint: fba.updateFeed, kind: 'feed' },
  { endpoint: fba.submitTransport, kind: 'weights' },
  { endpoint: fba.requestTransport, kind: 'estimate' },
  { endpoint: fba.confirmTransport, kind: 'confirm' },
  { endpoint: fba.voidTransport, kind: 'void' },
  { endpoint: fba.update, kind: 'update' },
] as const satisfies { endpoint: unknown; kind: FbaKind }[];

export const fbaRoutes = (tools: BeginTools & InvitationTools & PrintTools): Binding[] => [
  bindStaged(fba.plan, {
    before: (open, { actor, params }) => beginPlan(tools, open, actor, params.id),
    run: async (_tx, _call, { answer }) => answer,
  }),
  bind(fba.readPlan, (tx, { params }) => readOrderPlan(tx, params.id)),
  bind(fba.get, (tx, { params }) => readFbaShipment(tx, tools, params.id)),
  bind(fba.history, (tx, { params }) => readFbaHistory(tx, params.id)),
  bind(fba.create, (tx, { actor, params, body }) =>
    beginStep(tx, tools, actor, params.id, { kind: 'create', feedType: body.type }),
  ),
  bind(fba.changeFeed, (tx, { params, body }) => changeFeed(tx, tools, params.id, body.type)),
  bind(fba.cancelFeed, (tx, { params }) => cancelFeed(tx, tools, params.id)),
  bind(fba.checkFeed, (tx, { params }) => readFeed(tx, params.id)),
  ...STEPS.map(({ endpoint, kind }) =>
    bind(endpoint, (tx, { actor, params }) => beginStep(tx, tools, actor, params.id, { kind })),
  ),
  bind(fba.costTransport, (tx, { actor, params, body }) =>
    beginStep(tx, tools, actor, params.id, { kind: 'cost', isOwnCourier: body.own_courier === 1 }),
  ),
  bind(fba.complete, (tx, { actor, params, body }) =>
    beginStep(tx, tools, actor, params.id, { kind: 'complete', trackingNumbers: body.tracking_numbers }),
  ),
  ...FBA_DOCUMENTS.map((name) =>
    bindStaged(fbaPaperEndpoints[name], {
      run: (tx, { actor, query }) => printFbaPapers(tx, actor, name, query.ids, tools),
      again: (tx, { actor, query }) => repeatFbaPapers(tx, actor, name, query.ids, tools),
    }),
  ),
  bind(fba.invite, (tx, { actor, body, origin }) => invite(tx, tools, actor, body, origin)),
  bindStaged(fba.invitation, {
    before: (open, { body }) => readDeveloper(tools, open, body.token),
    run: async (_tx, _call, developer) => developer,
  }),
  bindStaged(fba.accept, {
    before: (open, { body }) => acceptInvitation(tools, open, body),
    run: async (_tx, _call, done) => done,
  }),
];
