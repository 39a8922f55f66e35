import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { type Open, staffScope } from '../../../platform/database/tx.ts';
import type { Subscribers } from '../../../platform/events/events.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Job } from '../../../platform/jobs/worker.ts';
import type { QueueMail } from '../../../platform/mail/mail.ts';
import {
  connectInvited,
  isTransient,
  PartnerProblem,
  readInvited,
  reasonOfProblem,
  revoke,
} from '../../channels/index.ts';
import type { Operation } from '../inbound-partner.ts';
import { INBOUND_CODE, type InboundTools, inboundOf } from './connected.ts';
import {
  advance,
  beginAgain,
  endStep,
  intendCall,
  lateSteps,
  listFbaRows,
  postpone,
  readPlan,
  readStep,
  recordDue,
  recordSaved,
  setExternalPlan,
  setPlanState,
  setSettles,
  setStepResult,
  storeOperation,
} from './fba.store.ts';
import { failedThere, KINDS, StepRefused, writeResult } from './kinds.ts';
import { type Stage, type StageCall, stageOf } from './stages.ts';

export interface StepTools extends InboundTools {
  queueMail: QueueMail;
  origin: string;
  findActor: (userId: number) => Promise<Actor | undefined>;
}

/** How often one job polls, and the pause between two polls; then the job ends and a later one continues. */
const LOOKS = 8;
const LOOK_MS = 500;
/** Longer than a call takes: by then it has arrived, or never will. */
const CALL_SECONDS = 40;
/**
 * After a call whose answer was lost, the partner may still be processing it: for this long, at this interval, its
 * effect is looked for before the call is made again.
 */
const SETTLE_SECONDS = 60;
const SETTLE_LOOK_SECONDS = 3;
const WAITS_SECONDS = [2, 3, 5, 8, 12, 20, 30];
const WAIT_SECONDS_MAX = 60;
/** Offers are asked for again when asking for them failed. */
const FAILURES_MAX = 3;
/** "Not ready yet" and similar conflicts, right after an earlier step, are tried again this often. */
const CONFLICTS_MAX = 6;
/** Of a step whose connection was refused: somebody enters credentials. */
const REFUSED_SECONDS = 600;
const LATE_SECONDS = 45;

export const stepSubscribers: Subscribers = {
  'fba.step_due': [
    ({ payload: { step_id, after } }) => [
      {
        task: 'work-fba-step',
        payload: { step_id },
        queue: `fba step ${step_id}`,
        key: `fba step ${step_id}`,
        afterSeconds: after,
      },
    ],
  ],
  'fba.connected': [({ client_id }) => [{ task: 'resume-fba-steps', payload: { client_id } }]],
};

/** now: the next call at once · soon: the partner is working on it · a number: in so many seconds · ended. */
type Outcome = 'now' | 'soon' | 'ended' | number;

/** Everything that a step is decided by; undefined when it has ended. */
async function readCall(tools: StepTools, open: Open, id: number): Promise<StageCall | 'ended' | 'unconnected'> {
  const { inbound, invited } = inboundOf(tools);
  const read = await open(staffScope, async (tx) => {
    const step = await readStep(tx, id);
    const plan = step && (await readPlan(tx, step.plan_id));
    if (step?.state !== 'running' || !plan) return undefined;
    const [rows, stored] = [await listFbaRows(tx, plan.id), await readInvited(tx, plan.client_id, INBOUND_CODE)];
    return { step, plan, rows, stored };
  });
  if (!read) return 'ended';
  const { step, plan, rows, stored } = read;
  if (!stored?.verified) return 'unconnected';
  const { shipmentId } = step.at < step.stages.length ? stageOf(step.stages[step.at] ?? '') : { shipmentId: undefined };
  const about = shipmentId ?? step.shipment_id;
  return {
    partner: inbound,
    connection: connectInvited(tools, invited, stored),
    plan,
    step,
    rows,
    row: rows.find(({ shipment_id }) => shipment_id === about),
  };
}

async function fail(open: Open, call: StageCall, problem: Message | string): Promise<'ended'> {
  const { plan, step } = call;
  await open(staffScope, async (tx) => {
    if (!(await endStep(tx, step.id, { state: 'failed', problem, result: step.result }))) return;
    if (step.kind === 'plan') await setPlanState(tx, plan.id, 'failed');
    await recordSaved(tx, plan);
  });
  return 'ended';
}

const waitAfter = (attempts: number) => WAITS_SECONDS[Math.min(attempts, WAITS_SECONDS.length - 1)] ?? 30;

const warningsOf = ({ problems }: Operation) =>
  problems.filter(({ severity }) => severity === 'warning').map(({ message }) => message.slice(0, 300));

/** The operation that a call began. A failure that names no error is none: what follows finds out. */
async function poll(open: Open, call: StageCall, stage: Stage): Promise<Outcome> {
  const { partner, connection, step } = call;
  const operation = await partner.operation(connection, step.operation_id);
  if (operation.state === 'running') return 'soon';
  const errors = operation.problems.filter(({ severity }) => severity === 'error');
  if (operation.state === 'failed' && errors.length > 0) {
    if (!stage.isOffer || step.failures >= FAILURES_MAX) return fail(open, call, failedThere(errors));
    await open(staffScope, (tx) => beginAgain(tx, step, failedThere(errors)));
    return waitAfter(step.failures);
  }
  await open(staffScope, (tx) => advance(tx, step, warningsOf(operation)));
  return 'now';
}

/** A call was sent and its answer not written: whether it did what it should. */
async function lookUp(open: Open, call: StageCall, stage: Stage): Promise<Outcome | 'send'> {
  const { step, plan } = call;
  const found = await stage.happened?.(call);
  if (found) {
    await open(staffScope, async (tx) => {
      if (found.planId) await setExternalPlan(tx, plan.id, found.planId);
      await advance(tx, step, []);
    });
    return 'now';
  }
  return stage.isRepeatable || step.is_settled ? 'send' : SETTLE_LOOK_SECONDS;
}

async function send(open: Open, call: StageCall, stage: Stage): Promise<Outcome> {
  const { plan, step } = call;
  const intended = await open(staffScope, (tx) => intendCall(tx, step, CALL_SECONDS));
  // Another worker took it meanwhile.
  if (!intended) return 'now';
  try {
    const { operationId, planId } = await stage.begin(call);
    await open(staffScope, async (tx) => {
      if (planId) await setExternalPlan(tx, plan.id, planId);
      if (operationId) await storeOperation(tx, intended, operationId);
      else await advance(tx, intended, []);
    });
    return 'now';
  } catch (error) {
    if (error instanceof PartnerProblem) {
      const isUnknown = error.kind === 'unknownOutcome' || error.kind === 'malformed';
      await open(staffScope, (tx) => setSettles(tx, intended, isUnknown ? SETTLE_SECONDS : null));
    }
    throw error;
  }
}

/** Everything was sent: what it brought is read and written. */
async function finish(tools: StepTools, open: Open, call: StageCall): Promise<Outcome> {
  const { plan, step } = call;
  const found = await KINDS[step.kind].read(call, { findActor: tools.findActor, now: tools.clock.now() });
  await open(staffScope, async (tx) => {
    // First: of two workers, one writes.
    if (!(await endStep(tx, step.id, { state: 'done', problem: '', result: {} }))) return;
    await setStepResult(tx, step.id, await writeResult(tx, call, found));
    await recordSaved(tx, plan);
  });
  return 'ended';
}

async function goOn(tools: StepTools, open: Open, call: StageCall): Promise<Outcome> {
  const { step } = call;
  if (step.at >= step.stages.length) return finish(tools, open, call);
  const { stage } = stageOf(step.stages[step.at] ?? '');
  if (step.operation_id) return poll(open, call, stage);
  if (step.settles_at) {
    const looked = await lookUp(open, call, stage);
    if (looked !== 'send') return looked;
  }
  return send(open, call, stage);
}

/** What a problem with the marketplace means for a step. */
async function afterProblem(tools: StepTools, open: Open, call: StageCall, problem: PartnerProblem): Promise<Outcome> {
  const { step, plan } = call;
  const reason = reasonOfProblem(problem);
  if (problem.kind === 'auth') {
    await open(staffScope, async (tx) => {
      const stored = await readInvited(tx, plan.client_id, INBOUND_CODE);
      if (stored) await revoke(tx, tools, stored, reason);
    });
    // What the marketplace is working on stays its own: it is asked again once the account is connected.
    if (!step.operation_id) return fail(open, call, reason);
  } else if (problem.kind === 'conflict' && step.attempts < CONFLICTS_MAX) {
    await open(staffScope, (tx) => postpone(tx, step.id, 0, 'FbaNotReadyThere'));
    return waitAfter(step.attempts);
  } else if (!isTransient(problem)) return fail(open, call, reason);
  const isRefused = problem.kind === 'auth';
  const seconds = isRefused ? REFUSED_SECONDS : Math.max(waitAfter(step.attempts), Math.ceil(problem.waitMs / 1000));
  await open(staffScope, async (tx) => {
    await postpone(tx, step.id, 0, reason);
    await recordSaved(tx, plan);
  });
  return isRefused ? seconds : Math.min(seconds, WAIT_SECONDS_MAX);
}

async function attempt(tools: StepTools, open: Open, call: StageCall): Promise<Outcome> {
  try {
    return await goOn(tools, open, call);
  } catch (error) {
    if (error instanceof PartnerProblem) return afterProblem(tools, open, call, error);
    if (error instanceof StepRefused) return fail(open, call, error.reason);
    // Our own command refuses: the shipments of a plan cannot be made.
    if (error instanceof Problem && error.status < 500)
      return fail(open, call, call.step.kind === 'plan' ? 'FbaCannotSave' : error.reason);
    throw error;
  }
}

/** Without a number, the pause grows with every time it was postponed. */
async function putOff(open: Open, id: number, wanted: number | null): Promise<void> {
  await open(staffScope, async (tx) => {
    const step = await readStep(tx, id);
    const plan = step && (await readPlan(tx, step.plan_id));
    if (step?.state !== 'running' || !plan) return;
    const seconds = wanted ?? waitAfter(step.attempts);
    await postpone(tx, id, seconds, null);
    await recordDue(tx, plan, id, seconds);
  });
}

/** One poll: how long to wait before the next, in seconds; undefined when the step has ended. */
async function look(tools: StepTools, open: Open, id: number): Promise<Outcome> {
  const call = await readCall(tools, open, id);
  if (call === 'ended') return 'ended';
  return call === 'unconnected' ? REFUSED_SECONDS : attempt(tools, open, call);
}

/** Works on a step for some seconds, then postpones it. Whenever it is killed, it continues from what is stored. */
export const workStepJob =
  (tools: StepTools): Job =>
  async ({ open }, payload) => {
    const id = Number(payload.step_id);
    for (let looks = 0; looks < LOOKS; ) {
      const outcome = await look(tools, open, id);
      if (outcome === 'ended') return;
      if (typeof outcome === 'number') return putOff(open, id, outcome);
      if (outcome === 'now') continue;
      looks++;
      await sleep(LOOK_MS);
    }
    await putOff(open, id, null);
  };

/** Every minute: steps whose job was lost; and those that waited for a connection, once it is there. */
export const resumeStepsJob: Job = ({ open }, payload) =>
  open(staffScope, async (tx) => {
    const clientId = payload.client_id === undefined ? undefined : Number(payload.client_id);
    for (const step of await lateSteps(tx, clientId === undefined ? LATE_SECONDS : -REFUSED_SECONDS))
      if (clientId === undefined || step.client_id === clientId) await recordDue(tx, step, step.id, 0);
  });
