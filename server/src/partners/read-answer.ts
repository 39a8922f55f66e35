import { z } from 'zod';
import { type PartnerAnswer, PartnerProblem } from '../modules/channels/index.ts';

/** The JSON of an answer; undefined when it is none (a page of a firewall, an answer that was cut). */
export function jsonOf({ text }: PartnerAnswer): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** Reads what a partner answered. Throws `malformed` with the path of what does not fit. */
export function readShape<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  // A path is understood in every language: `orders.0.lines`.
  throw new PartnerProblem('malformed', `AnswerIsUnreadable:${issue?.path.join('.') || '/'}`);
}

/** A text that a partner may leave out. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

/** A date with its time zone, or in UTC without one. */
export const moment = z.string().transform((text, context) => {
  const at = new Date(/[zZ]$|[+-]\d\d:?\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}Z`);
  if (!Number.isNaN(at.getTime())) return at;
  context.addIssue({ code: 'custom', message: 'is no date' });
  return z.NEVER;
});

/** Money as partners send it, a text or a number; null when it is neither. */
export const moneyAmount = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((amount) => {
    const value = amount === '' || amount == null ? Number.NaN : Number(amount);
    return Number.isFinite(value) ? value : null;
  });
