import { setTimeout as sleep } from 'node:timers/promises';
import { api, type Task, type TaskKind } from '@longshore/contract';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../../platform/log.ts';
import { Person, Refused } from './person.ts';
import { STEPS } from './steps.ts';

interface Employee {
  email: string;
  kinds: readonly TaskKind[];
}

/** Who works on the floor of the demo, and the kinds of work they do, the first ones first. The first person sees all tasks. */
const PEOPLE: readonly [Employee, ...Employee[]] = [
  { email: 'tomasz@harrowstreet.test', kinds: ['pick', 'count'] },
  { email: 'kofi@harrowstreet.test', kinds: ['put_away', 'replenish'] },
  { email: 'rosa@harrowstreet.test', kinds: ['receive', 'replenish'] },
];

export interface Pace {
  /** Between two steps of the first person; the others take a little longer, so that they do not move together. */
  stepMs: number;
  /** When nothing waits for them. */
  restMs: number;
}
const USUAL: Pace = { stepMs: 30_000, restMs: 90_000 };

interface Worker {
  person: Person;
  /** The floor lead, who tells them what waits: people themselves see the next few tasks only. */
  lead: Person;
  kinds: readonly TaskKind[];
  /** Tasks that they could not go on with: they are left to others. */
  left: Set<string>;
}

const nameOf = ({ kind, record_id }: Task) => `${kind} ${record_id}`;

/** What they hold, what they were given, or the first task of a kind of theirs that is free. */
async function findTask({ person, lead, kinds, left }: Worker): Promise<Task | undefined> {
  const { held, next } = await person.call(api.tasks.mine);
  const mayDo = (task: Task) => kinds.includes(task.kind) && !left.has(nameOf(task));
  if (held && mayDo(held)) return held;
  const { tasks } = await lead.call(api.tasks.floor);
  const given = next.filter(({ assignee }) => assignee);
  const free = tasks.filter(({ holder, assignee }) => !holder && !assignee);
  const [task] = kinds.flatMap((kind) => [...given, ...free].filter((each) => each.kind === kind && mayDo(each)));
  if (!task) return undefined;
  const { kind, record_id } = task;
  return person.call(api.tasks.take, { body: { kind, record_id } });
}

async function leave({ person, left }: Worker, task: Task): Promise<void> {
  left.add(nameOf(task));
  const { kind, record_id } = task;
  await person.call(api.tasks.release, { body: { kind, record_id } });
}

/** Does one step; false when nothing waits for them. */
async function work(worker: Worker): Promise<boolean> {
  const task = await findTask(worker);
  if (!task) return false;
  const { record_id: id, label } = task;
  try {
    if (await STEPS[task.kind]?.(worker.person, { id, label })) return true;
  } catch (error) {
    // As on the floor, what is refused is left to others, and the next task is taken.
    if (!(error instanceof Refused) || error.status === 401) throw error;
  }
  await leave(worker, task);
  return true;
}

/** Works until it is stopped. */
async function workOn(worker: Worker, pace: Pace, log: Log, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const didSomething = await work(worker).catch((error: unknown) => {
      log.debug({ err: error }, 'somebody of the demo could not work');
      return false;
    });
    await sleep(didSomething ? pace.stepMs : pace.restMs, undefined, { signal }).catch(() => {});
  }
  await worker.person.signOut().catch(() => {});
}

export interface PeopleAtWork {
  /** They finish what they are doing and sign out. */
  stop(): Promise<void>;
}

/**
 * Three people who work on the floor of the demo, so that its live screens live. They use the calls that the screens use,
 * with their own sign-ins, and only take what nobody holds.
 */
export function startPeopleAtWork(http: FastifyInstance, password: string, log: Log, pace: Pace = USUAL): PeopleAtWork {
  const stopped = new AbortController();
  const lead = new Person(http, PEOPLE[0].email, password);
  const working = PEOPLE.map(({ email, kinds }, index) => {
    const person = index === 0 ? lead : new Person(http, email, password);
    const own = { stepMs: pace.stepMs * (1 + index / 4), restMs: pace.restMs };
    return workOn({ person, lead, kinds, left: new Set() }, own, log, stopped.signal);
  });
  return {
    async stop() {
      stopped.abort();
      await Promise.all(working);
    },
  };
}
