import type { GuestBoot } from '@longshore/contract';
import type { FastifyInstance } from 'fastify';
import type { Actor } from './auth/actor.ts';
import type { SessionTokens } from './auth/session-tokens.ts';
import type { Clock } from './clock.ts';
import type { Lookup, Open, Tx } from './database/tx.ts';
import type { DiskSpace } from './disk-space.ts';
import { joinSubscribers, type Subscribers } from './events/events.ts';
import type { InTransactionSubscribers } from './events/in-transaction.ts';
import { type ExceptionKind, lookSubscribers } from './exceptions/exception.ts';
import type { Exports } from './exports/exports.ts';
import type { DownloadLinks } from './files/links.ts';
import type { FileStorage } from './files/storage.ts';
import type { Binding } from './http/bind.ts';
import type { ConstraintProblems } from './http/failure.ts';
import type { Ids } from './ids.ts';
import type { ImportSheet } from './imports/import-sheet.ts';
import type { Job, Jobs, Lane, Schedule, StartTask } from './jobs/worker.ts';
import type { Log } from './log.ts';
import type { QueueMail } from './mail/mail.ts';
import type { Outgoing } from './outgoing/outgoing.ts';
import type { PartnerCalls } from './outgoing/partner-settings.ts';
import type { NameFinders } from './search/names.ts';
import type { ScanFinders } from './search/scan.ts';
import type { Finders } from './search/search.ts';
import type { TaskSource } from './tasks/task-source.ts';
import type { Vault } from './vault.ts';

/** An invariant of the live database, with a sentence for each row that breaks it. `npm run doctor` runs them all. */
export interface Check {
  name: string;
  broken(tx: Tx): Promise<string[]>;
}

/** What routes and jobs are created with. */
export interface Tools {
  clock: Clock;
  ids: Ids;
  log: Log;
  vault: Vault;
  storage: FileStorage;
  /** Where files are written while they are drawn. */
  scratchDir: string;
  open: Open;
  lookup: Lookup;
  tokens: SessionTokens;
  queueMail: QueueMail;
  outgoing: Outgoing;
  partners: PartnerCalls;
  links: DownloadLinks;
  exports: Exports;
  disk: DiskSpace;
  /** The public URL of this installation. */
  origin: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  supportUrl: string;
  demo: GuestBoot['demo'];
  /** Runs every night, when the operator configured backups. */
  nightlyBackup?: (() => Promise<void>) | undefined;
  /** The current user, for jobs that continue what a user began. Throws 403 when it is disabled. */
  findActor: (userId: number) => Promise<Actor | undefined>;
  /** What all modules contribute. */
  registry: Registry;
}

/**
 * Everything a module contributes to the application, registered once in its index.ts. A module that accepts
 * contributions from later ones (records: `owners`, company: `uses`) adds the field here by declaration merging,
 * where it defines the type, and reads them with `tools.registry`: so this file needs no knowledge of the business.
 */
export interface Module {
  name: string;
  routes?: (tools: Tools) => Binding[];
  /** Addresses outside the API, for callers that are no users: their answers have no envelope. */
  serves?: (http: FastifyInstance, tools: Tools) => void;
  /** By lane and task. */
  jobs?: (tools: Tools) => Jobs;
  /** A schedule whose task no module registers does not run. */
  schedules?: readonly Schedule[];
  /** Jobs that are queued whenever a worker starts. */
  startTasks?: readonly StartTask[];
  /** The jobs to queue for an event, after the commit. */
  subscribers?: Subscribers;
  /** Inside the command's own transaction: how a later module takes part in a command of an earlier one. */
  inTransaction?: InTransactionSubscribers;
  /** Answers to violated database constraints, by the constraint's name. */
  constraints?: ConstraintProblems;
  /** Spreadsheets that can be imported. */
  sheets?: readonly ImportSheet[];
  /** What the search palette finds, by group. */
  finders?: Finders;
  /** The records that parts of a phrase name, by kind of record. */
  nameFinders?: NameFinders;
  /** What a scan names, by kind of record. */
  scanFinders?: ScanFinders;
  checks?: readonly Check[];
  /** Which facts about the module's records a person should look at. */
  exceptions?: readonly ExceptionKind[];
  /** The tasks on the floor that follow from the module's records. */
  taskSources?: readonly TaskSource[];
}

/** Declares a module: `export const relations = module({ name: 'relations', routes, … })`. */
export const module = (declaration: Module): Module => declaration;

type Contribution<Field extends keyof Module> = NonNullable<Module[Field]>;
type ListField = { [F in keyof Module]-?: Contribution<F> extends readonly unknown[] ? F : never }[keyof Module];
type TableField = Exclude<
  { [F in keyof Module]-?: Contribution<F> extends (...args: never) => unknown ? never : F }[keyof Module],
  ListField | 'name' | 'subscribers' | 'inTransaction'
>;

/** What the modules contribute, in the order in which they are listed. */
export interface Registry {
  modules: readonly Module[];
  /** The lists of all modules combined. */
  list<Field extends ListField>(field: Field): Contribution<Field>;
  /** The tables of all modules combined; throws when two have the same key. */
  table<Field extends TableField>(field: Field): Contribution<Field>;
  subscribers: Subscribers;
  inTransaction: InTransactionSubscribers;
}

/** Combines tables, and throws for a duplicate key: one of the two would silently be ignored. */
function joinTables(what: string, tables: readonly (object | undefined)[]): Record<string, unknown> {
  const joined: Record<string, unknown> = {};
  for (const [key, value] of tables.flatMap((table) => Object.entries(table ?? {}))) {
    if (key in joined) throw new Error(`Two modules register ${key} in ${what}.`);
    joined[key] = value;
  }
  return joined;
}

export function makeRegistry(modules: readonly Module[]): Registry {
  joinTables(
    'modules',
    modules.map(({ name }) => ({ [name]: name })),
  );
  return {
    modules,
    list: (field) => modules.flatMap((each) => (each[field] ?? []) as readonly unknown[]) as never,
    table: (field) =>
      joinTables(
        field,
        modules.map((each) => each[field] as object | undefined),
      ) as never,
    subscribers: joinSubscribers<Subscribers>(
      ...modules.map(({ subscribers = {} }) => subscribers),
      ...modules.map(({ exceptions = [] }) => lookSubscribers(exceptions)),
    ),
    inTransaction: joinSubscribers<InTransactionSubscribers>(...modules.map(({ inTransaction = {} }) => inTransaction)),
  };
}

export const bindingsOf = (tools: Tools): Binding[] =>
  tools.registry.modules.flatMap(({ routes }) => routes?.(tools) ?? []);

/** The jobs of all modules, by lane. */
export function jobsOf(tools: Tools): Jobs {
  const all = tools.registry.modules.map(({ jobs }) => jobs?.(tools) ?? {});
  const lanes = [...new Set(all.flatMap((jobs) => Object.keys(jobs) as Lane[]))];
  return Object.fromEntries(
    lanes.map((lane) => [
      lane,
      joinTables(
        'jobs',
        all.map((jobs) => jobs[lane]),
      ) as Record<string, Job>,
    ]),
  );
}
