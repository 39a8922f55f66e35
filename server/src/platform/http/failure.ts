import { outcome } from '@longshore/contract';
import { invalidFields, Problem } from './problem.ts';

interface DatabaseError {
  code: string;
  constraint?: string;
}

/** Answers to broken constraints that only the database can judge, declared by the modules that own them. */
export type ConstraintProblems = Record<string, () => Problem>;

const busyCodes = new Set(['55P03', '57014', '40001', '40P01', '53300', '57P03']);
/** A byte that cannot be stored, a text too long for its type: the caller's doing. */
const valueCodes = new Set(['22021', '22P05', '22001', '22007', '22008', '22P02']);
const OUT_OF_RANGE = '22003';

/** Every error becomes one of the answers of the contract; undefined means a defect, to be logged and answered 500. */
export function problemOf(error: unknown, constraints: ConstraintProblems): Problem | undefined {
  if (error instanceof Problem) return error;
  const { code, constraint, statusCode } = error as DatabaseError & { statusCode?: number };
  if (typeof code !== 'string') return undefined;
  const declared = constraint ? constraints[constraint] : undefined;
  if (declared) return declared();
  if (busyCodes.has(code)) return new Problem(503, outcome.busy, {}, { 'retry-after': '1' });
  if (code === OUT_OF_RANGE) return invalidFields({ _: ['NumberIsTooLarge'] });
  if (valueCodes.has(code)) return invalidFields({ _: ['InvalidFormat'] });
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE')
    return new Problem(413, outcome.tooLarge);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_INVALID_MULTIPART_CONTENT_TYPE')
    return new Problem(415, outcome.wrongMedia);
  if (code.startsWith('FST_') && statusCode && statusCode < 500) return new Problem(statusCode, outcome.notJson);
  return undefined;
}
