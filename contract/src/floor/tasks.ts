import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { ID_MAX, Id, Moment } from '../kit/scalars.ts';
import type { PermissionKey } from '../permissions.ts';

/** What people on the floor do, in the order in which goods go through the warehouse. */
export const TASK_KINDS = ['receive', 'put_away', 'pick', 'replenish', 'count'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** Who may do work of a kind: somebody with one of the permissions. Others neither see nor take it. */
export const TASK_ACCESS: Record<TaskKind, PermissionKey> = {
  receive: 'fulfill_shipment',
  put_away: 'put_license_to_location',
  pick: 'fulfill_shipment',
  replenish: 'move_between_license',
  count: 'adjust_inventory',
};

/** 1 is urgent. What nobody ranked has the priority that its facts give it, mostly 3. */
export const PRIORITY_MAX = 5;

/** A task is held for so long after the last scan; then others may take it. */
export const LEASE_MINUTES = 15;

/** Tasks that are proposed to a person at most, and tasks that the screen of the floor shows at most. */
export const NEXT_TASKS_MAX = 5;
export const FLOOR_TASKS_MAX = 300;
/** Tasks that one call plans at most. */
export const PLANNED_MAX = 100;

const count = z.number().int();
const Priority = z.number().int().min(1).max(PRIORITY_MAX);
const Named = z.object({ id: Id, name: z.string() });

/** Work that waits: it exists as long as the facts say so, and is not stored. */
export const Task = z.object({
  kind: z.enum(TASK_KINDS),
  /** The shipment, plate, wave, face or count. */
  record_id: Id,
  /** What it is called: a reference, a plate, a bin, the name of a count. */
  label: z.string(),
  /** Null for what belongs to several clients. */
  client_id: Id.nullable(),
  client_name: z.string(),
  priority: Priority,
  /** Null when nothing says by when. */
  due: Moment.nullable(),
  /** Since when it waits. */
  created: Moment,
  /** Where it begins: a bin; empty when that is not known. */
  place: z.string(),
  /** What is left to do. */
  lines: count,
  units: count,
  /** Who works on it, since when, and until when nobody else can take it. */
  holder: Named.extend({ since: Moment, until: Moment }).nullable(),
  /** Whom a supervisor gave it to. */
  assignee: Named.nullable(),
});
export type Task = z.output<typeof Task>;

/** How much of a kind waits. */
export const WaitingWork = z.object({
  kind: z.enum(TASK_KINDS),
  tasks: count,
  lines: count,
  units: count,
  /** Tasks that somebody works on. */
  held: count,
  /** Tasks whose time has passed, and those that go first. */
  late: count,
  urgent: count,
  /** Since when the oldest one waits. */
  oldest: Moment.nullable(),
});
export type WaitingWork = z.output<typeof WaitingWork>;

/** What a person did today: lines and units by scan or by hand, and the minutes between them without breaks. */
export const WorkFigures = z.object({ lines: count, units: count, minutes: count });
export type WorkFigures = z.output<typeof WorkFigures>;

export const MyWork = z.object({
  held: Task.nullable(),
  /** What can be taken next, the first one first. */
  next: z.array(Task),
  /** Tasks of each kind that wait, also those of others. */
  waiting: z.object({ receive: count, put_away: count, pick: count, replenish: count, count }),
  details: z.array(WaitingWork),
  figures: WorkFigures,
});
export type MyWork = z.output<typeof MyWork>;

/** Somebody on the floor: who holds a task, or did something today. */
export const FloorPerson = Named.extend({
  avatar_path: z.string(),
  /** What they are doing; null between two tasks. */
  task: Task.nullable(),
  /** Their last scan. */
  last_at: Moment.nullable(),
  figures: WorkFigures,
  /** Null until they have worked for a few minutes. */
  lines_per_hour: z.number().nullable(),
});
export type FloorPerson = z.output<typeof FloorPerson>;

export const FloorNow = z.object({
  people: z.array(FloorPerson),
  waiting: z.array(WaitingWork),
  tasks: z.array(Task),
  /** There are more tasks than are shown: those that go first. */
  more: z.boolean(),
  /** Who can be given a task, by the kinds of work they may do. */
  candidates: z.array(Named.extend({ kinds: z.array(z.enum(TASK_KINDS)) })),
});
export type FloorNow = z.output<typeof FloorNow>;

const ref = { kind: z.enum(TASK_KINDS), record_id: z.number().int().positive().max(ID_MAX) };
export const TaskRef = z.object(ref);
export type TaskRef = z.output<typeof TaskRef>;

/** A certain task, or with neither the next one for the caller. */
export const TakeInput = z
  .object({ kind: ref.kind.optional(), record_id: ref.record_id.optional() })
  .refine(({ kind, record_id }) => (kind === undefined) === (record_id === undefined), {
    path: ['record_id'],
    message: 'TaskNeedsBoth',
  });
export type TakeInput = z.output<typeof TakeInput>;

export const PlanInput = z
  .object({
    tasks: z.array(TaskRef).min(1, 'NothingToPlan').max(PLANNED_MAX),
    /** Null: as the facts rank it. */
    priority: Priority.nullable().optional(),
    /** Null: for anybody. */
    assignee: z.number().int().positive().max(ID_MAX).nullable().optional(),
  })
  .refine(({ priority, assignee }) => priority !== undefined || assignee !== undefined, {
    path: ['priority'],
    message: 'NothingToPlan',
  })
  .meta({ example: { tasks: [{ kind: 'receive', record_id: 1 }], priority: 2 } });
export type PlanInput = z.output<typeof PlanInput>;

/** Who sees the floor live and hands out work: whoever may see the people. */
const supervisor = 'view_user_list';

export const tasks = {
  mine: endpoint({
    method: 'GET',
    path: '/tasks/action/mine',
    access: 'main',
    summary: 'What I am doing, what I can do next, how much waits, and what I did today',
    response: MyWork,
  }),
  take: endpoint({
    method: 'POST',
    path: '/tasks/action/take',
    access: 'main',
    summary: 'Take a task, or the next one; no two people hold the same. What I held before is released',
    body: TakeInput,
    response: Task,
  }),
  renew: endpoint({
    method: 'POST',
    path: '/tasks/action/renew',
    access: 'main',
    summary: 'Go on holding a task; every scan on its record does the same',
    body: TaskRef,
    response: Task,
  }),
  release: endpoint({
    method: 'POST',
    path: '/tasks/action/release',
    access: 'main',
    summary: 'Leave a task, so that others can take it',
    body: TaskRef,
    response: z.literal(true),
  }),
  floor: endpoint({
    method: 'GET',
    path: '/tasks/action/floor',
    access: supervisor,
    summary: 'The floor now: who does what, what waits, and all open tasks',
    response: FloorNow,
  }),
  plan: endpoint({
    method: 'POST',
    path: '/tasks/action/plan',
    access: supervisor,
    summary: 'Rank tasks, or give them to somebody',
    body: PlanInput,
    response: z.array(Task),
  }),
};
