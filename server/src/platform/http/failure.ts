import { messageWith, outcome, sentence } from '@longshore/contract';
import type { FastifyRequest } from 'fastify';
import { CallerGone, DatabaseUnavailable, ReadTimedOut } from '../database/errors.ts';
import { fullDiskOf } from '../disk-space.ts';
import { busy, invalidFields, Problem } from './problem.ts';

interface DatabaseError {
  code: string;
  constraint?: string;
}

/** Answers to violated database constraints, declared by the modules that own them. */
export type ConstraintProblems = Record<string, () => Problem>;

/** Lock and statement timeouts, serialization failures and deadlocks. */
const busyCodes = new Set(['55P03', '57014', '40001', '40P01']);
/** A byte that cannot be stored, a text too long for its type, a text that is not a number. */
const valueCodes = new Set(['22021', '22P05', '22001', '22007', '22008', '22P02']);
const OUT_OF_RANGE = '22003';
/** Somebody has to make room first. */
const DISK_FULL_RETRY_S = 60;
/** Nobody reads this answer; nginx logs the same status for it. */
export const CALLER_GONE = 499;

/** A value that our own validation should have refused: answered like bad input, but logged as a bug. */
export function isValueDefect(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return !(error instanceof Problem) && typeof code === 'string' && (valueCodes.has(code) || code === OUT_OF_RANGE);
}

function databaseProblem(error: unknown): Problem | undefined {
  if (error instanceof ReadTimedOut) return busy(1, 'ReadTookTooLong');
  if (error instanceof DatabaseUnavailable) return busy();
  if (error instanceof CallerGone) return new Problem(CALLER_GONE, error.message);
  return undefined;
}

/** Maps every error to an answer of the contract; undefined means a bug, to be logged and answered 500. */
export function problemOf(error: unknown, constraints: ConstraintProblems): Problem | undefined {
  if (error instanceof Problem) return error;
  const known = databaseProblem(error);
  if (known) return known;
  if (fullDiskOf(error)) return busy(DISK_FULL_RETRY_S, 'DiskIsFull');
  const { code, constraint, statusCode } = error as DatabaseError & { statusCode?: number };
  if (typeof code !== 'string') return undefined;
  const declared = constraint ? constraints[constraint] : undefined;
  if (declared) return declared();
  if (busyCodes.has(code)) return busy();
  if (code === OUT_OF_RANGE) return invalidFields({ _: ['NumberIsTooLarge'] });
  if (valueCodes.has(code)) return invalidFields({ _: ['InvalidFormat'] });
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE')
    return new Problem(413, outcome.tooLarge);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_INVALID_MULTIPART_CONTENT_TYPE')
    return new Problem(415, outcome.wrongMedia);
  if (code.startsWith('FST_') && statusCode && statusCode < 500) return new Problem(statusCode, outcome.notJson);
  return undefined;
}

/** URLs of guest calls may contain secrets (such as a reset link); only their route is logged. */
const requestForLog = ({ method, url, routeOptions }: FastifyRequest) => ({
  method,
  url: url.startsWith('/api/v3/') ? url : routeOptions.url,
});

export function logProblem(error: Error, problem: Problem | undefined, request: FastifyRequest): void {
  const about = { err: error, request: requestForLog(request) };
  if (!problem || problem.status === 500) request.log.error(about, 'defect');
  else if (isValueDefect(error)) request.log.error(about, 'the database refused a value that validation let through');
  else if (fullDiskOf(error)) request.log.error(about, 'a disk is full');
  else if (problem.status === 503) request.log.warn(about, 'busy');
  else if (problem.cause) request.log.warn(about, 'refused because of an error');
}

/**
 * The outcome of one part of a call that answers for each part, whatever happened to it: a bug is logged, and the answer
 * has the reference to find it by.
 */
export function problemOfPart(error: unknown, constraints: ConstraintProblems, request: FastifyRequest): Problem {
  const problem = problemOf(error, constraints);
  logProblem(error as Error, problem, request);
  if (problem && problem.status !== 500) return problem;
  const reason = messageWith('UnexpectedProblem', request.id);
  return new Problem(500, sentence(reason), {}, {}, reason);
}
