import type { Call } from '../kit/partner.ts';
import { badRequest, notFound } from './errors.ts';
import type { AmazonOperation, AmazonPlan, AmazonSeller, AmazonShipment, Problem } from './seller.ts';

/** A call to the API of one seller; `ids` are the parts of the path in the order of the model. */
export interface SellerCall {
  seller: AmazonSeller;
  call: Call;
  ids: readonly string[];
  /** Where the partner is mounted, for presigned addresses. */
  baseUrl: string;
}

export interface SellerAnswer {
  status: number;
  /** Undefined: an answer without a body. */
  value?: unknown;
}

export const problem = (severity: Problem['severity'], code: string, message: string, details = ''): Problem => ({
  severity,
  code,
  message: `${severity}: ${message}`,
  details,
});

/** Begins what is done later: `finish` answers its problems and, without an error among them, does it. */
export function begin(
  { seller, call }: SellerCall,
  name: string,
  finish: AmazonOperation['finish'],
): { operationId: string } {
  const id = seller.newId('');
  seller.operations.set(id, {
    id,
    name,
    beganAt: call.at,
    looksLeft: seller.switches.looks,
    status: 'IN_PROGRESS',
    problems: [],
    finish,
  });
  return { operationId: id };
}

/** 202 with the operation, and with more where the call answers more. */
export const accepted = (begun: { operationId: string }, more: object = {}): SellerAnswer => ({
  status: 202,
  value: { ...more, ...begun },
});

/** An operation may end as a failure without an error, or as a success with warnings. */
class Failed extends Error {
  constructor(readonly problems: Problem[]) {
    super('The operation has failed.');
  }
}
export const failWith = (problems: Problem[]): never => {
  throw new Failed(problems);
};

function end(operation: AmazonOperation, at: Date): void {
  try {
    operation.problems = operation.finish(at);
    operation.status = operation.problems.some(({ severity }) => severity === 'ERROR') ? 'FAILED' : 'SUCCESS';
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    operation.problems = error.problems;
    operation.status = 'FAILED';
  }
}

/** An operation whose caller is gone. */
const FORGOTTEN_MS = 5_000;

/** What nobody asks about is done all the same. */
export function endForgotten({ seller, call }: SellerCall): void {
  for (const operation of seller.operations.values())
    if (operation.status === 'IN_PROGRESS' && operation.beganAt.getTime() + FORGOTTEN_MS <= call.at.getTime())
      end(operation, call.at);
}

export function lookAtOperation({ seller, call, ids: [id = ''] }: SellerCall): SellerAnswer {
  if (!/^[a-zA-Z0-9-]{36,38}$/.test(id)) throw badRequest('The operationId is malformed.');
  const operation = seller.operations.get(id);
  if (!operation) throw notFound('The operation');
  if (operation.status === 'IN_PROGRESS' && operation.looksLeft <= 0) end(operation, call.at);
  operation.looksLeft--;
  const { name, status, problems } = operation;
  return {
    status: 200,
    value: { operation: name, operationId: id, operationStatus: status, operationProblems: problems },
  };
}

/** The plan of the path, as a call that only reads takes it. */
export function planOf({ seller, ids: [id = ''] }: SellerCall): AmazonPlan {
  const plan = seller.plans.get(id);
  if (!plan) throw notFound('The inbound plan');
  return plan;
}

/** The plan of the path, as a call that changes it takes it. */
export function activePlan(sellerCall: SellerCall, operation: string): AmazonPlan {
  const plan = planOf(sellerCall);
  if (plan.status === 'VOIDED')
    throw badRequest(`ERROR: Operation ${operation} can not be processed on a cancelled inbound plan.`);
  if (plan.status !== 'ACTIVE')
    throw badRequest(`ERROR: Operation ${operation} can not be processed on an inbound plan that is ${plan.status}.`);
  return plan;
}

export const shipmentsOf = (plan: AmazonPlan): AmazonShipment[] =>
  plan.placements.flatMap(({ shipments }) => shipments);

export function shipmentOf(sellerCall: SellerCall): { plan: AmazonPlan; shipment: AmazonShipment } {
  const plan = planOf(sellerCall);
  const shipment = shipmentsOf(plan).find(({ id }) => id === sellerCall.ids[1]);
  if (!shipment) throw notFound('The shipment');
  return { plan, shipment };
}

/** The shipments of the placement that was confirmed; none before. */
export const confirmedShipments = (plan: AmazonPlan): AmazonShipment[] =>
  plan.placements.find(({ status }) => status === 'ACCEPTED')?.shipments ?? [];

/** What calls about transport know of it: a confirmation takes a while to reach them. */
export const isPlacementKnown = ({ switches }: AmazonSeller, plan: AmazonPlan, at: Date): boolean =>
  plan.confirmedAt !== null && plan.confirmedAt.getTime() + switches.placementLagMs <= at.getTime();

/** A page of a list; tokens say where the next one begins. */
export function pageOf<Row>(call: Call, rows: readonly Row[], { usual, most }: { usual: number; most: number }) {
  const text = call.query.get('pageSize');
  const size = text === null ? usual : Number(text);
  if (!Number.isInteger(size) || size < 1 || size > most) throw badRequest(`pageSize must be between 1 and ${most}.`);
  const token = call.query.get('paginationToken');
  const from = token === null ? 0 : Number(/^next-(\d+)$/.exec(token)?.[1] ?? Number.NaN);
  if (Number.isNaN(from)) throw badRequest('The paginationToken is invalid.');
  const isMore = from + size < rows.length;
  return {
    rows: rows.slice(from, from + size),
    more: isMore ? { pagination: { nextToken: `next-${from + size}` } } : {},
  };
}

export function assertParameters(call: Call, known: readonly string[]): void {
  for (const name of call.query.keys()) if (!known.includes(name)) throw badRequest(`Invalid query parameter ${name}.`);
}
