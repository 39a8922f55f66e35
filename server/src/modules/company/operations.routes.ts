import { api } from '@longshore/contract';
import { type Binding, bind } from '../../platform/http/bind.ts';
import { serveList } from '../../platform/lists/serve-list.ts';
import type { Vault } from '../../platform/vault.ts';
import {
  jobRunListSql,
  listOutbox,
  parkedEventListSql,
  readFirstSteps,
  readJob,
  readMailFile,
  signInListSql,
} from './operations.view.ts';
import { retryEvent } from './retry-event.ts';
import { retryJob } from './retry-job.ts';

const { operations } = api;

export const operationsRoutes = ({ vault }: { vault: Vault }): Binding[] => [
  bind(operations.outbox, (tx) => listOutbox(tx, vault)),
  bind(operations.mailFile, (tx, { params }) => readMailFile(tx, params.id, vault)),
  bind(operations.jobs, (tx, call) => serveList(tx, jobRunListSql, call)),
  bind(operations.job, (tx, { params }) => readJob(tx, params.id)),
  bind(operations.retryJob, (tx, { params }) => retryJob(tx, params.id)),
  bind(operations.parkedEvents, (tx, call) => serveList(tx, parkedEventListSql, call)),
  bind(operations.retryEvent, (tx, { params }) => retryEvent(tx, params.id)),
  bind(operations.signIns, (tx, call) => serveList(tx, signInListSql, call)),
  bind(operations.firstSteps, (tx) => readFirstSteps(tx)),
];
