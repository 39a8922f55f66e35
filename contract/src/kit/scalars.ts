import { z } from 'zod';
import type { ErrorCode, MessageKey } from './messages.ts';
import { Money } from './money.ts';
import { MONTH } from './month.ts';

/** PostgreSQL's integer: ids beyond it cannot exist. */
export const ID_MAX = 2_147_483_647;

export const Id = z.number().int().positive().max(ID_MAX);

/**
 * An id in a path. What cannot be an id is answered like an id that is not there: with 404, or with the code that the
 * error catalogue has for it.
 */
export const idOf = (resource: string, missing?: ErrorCode) =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .refine((id) => id <= ID_MAX)
    .meta({ resource, ...(missing ? { missing } : {}) });

/** Flags come in as 0/1 or booleans and go out as 0/1, as the specification shows them. */
export const FlagIn = z.union([z.literal(0), z.literal(1), z.boolean()]).transform((flag): 0 | 1 => (flag ? 1 : 0));
export const Flag = z.union([z.literal(0), z.literal(1)]);

/** A moment, UTC with milliseconds. */
export const Moment = z.iso.datetime({ precision: 3 });

/** Optional text: trimmed, bounded, empty when left out. Control characters have no place in a name. */
export const text = (max = 255) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((value) => !value.includes('\u0000'), 'InvalidFormat')
    .default('');

/** A password or key, exactly as typed: a space at either end belongs to it. Empty when left out. */
export const secretText = (max = 200) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\u0000'), 'InvalidFormat')
    .default('');

/** A required password or key. */
export const requiredSecret = (key: MessageKey, max = 200) =>
  z
    .string({ error: (issue) => ((issue.input ?? undefined) === undefined ? key : 'WrongType') })
    .min(1, key)
    .max(max);

/** Required text with its own sentence when it is empty. */
export const required = (key: MessageKey, max = 255) =>
  z
    .string({
      // Only for what is no text at all: a text that is too long says so itself.
      error: (issue) =>
        issue.code !== 'invalid_type' ? undefined : (issue.input ?? undefined) === undefined ? key : 'WrongType',
    })
    .trim()
    .min(1, key)
    .max(max)
    .refine((value) => !value.includes('\u0000'), 'InvalidFormat');

const emailPattern = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+(\.[^\s@<>(),;:"[\]\\.]+)+$/;
export const isEmail = (value: string) => value.length <= 254 && emailPattern.test(value);

/** A required e-mail address, compared without regard to case. */
export const Email = z
  .string({ error: () => 'EmailIsInvalid' })
  .trim()
  .toLowerCase()
  .refine(isEmail, 'EmailIsInvalid');

/** An e-mail address that may be left empty. */
export const OptionalEmail = text(254).refine((value) => value === '' || isEmail(value), 'EmailIsInvalid');

/** Two letters, or empty. */
export const CountryCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^([A-Z]{2})?$/, 'CountryCodeIsInvalid')
  .default('');

/** A rate as a decimal, exact to five places: 0.13 is 13 %. Comes in as number or decimal string. */
export const Rate = z
  .union([z.number(), z.string().regex(/^\d(\.\d{1,5})?$/, 'TaxRateOutOfRange')], { error: () => 'TaxRateOutOfRange' })
  .transform(Number)
  .refine((rate) => rate >= 0 && rate <= 1 && Math.round(rate * 100_000) / 100_000 === rate, 'TaxRateOutOfRange');

/** A length or a weight, above zero and exact to four places, as it is kept. Comes in as number or decimal string. */
export const size = (key: MessageKey) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{1,8}(\.\d{1,4})?$/, key),
      ],
      { error: () => key },
    )
    .transform(Number)
    .refine((value) => value > 0 && value < 1e8 && Math.round(value * 10_000) / 10_000 === value, key);

/**
 * An amount of money, 0 or more: a JSON number or a decimal string in, at most 11 + 4 digits. It is kept as the
 * shortest decimal text (`5.10` becomes `5.1`), which SQL takes as `numeric`; computing with it is `Money`'s.
 */
export const MoneyIn = z
  .union([z.number(), z.string()], { error: () => 'MoneyIsNotANumber' })
  .transform((value, context) => {
    const text = String(value);
    // JavaScript writes numbers with an exponent when they are far larger or smaller than any amount.
    const money = typeof value === 'number' && text.includes('e') ? 'too-many-digits' : Money.parse(text);
    const refuse = (message: MessageKey) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    if (money === 'not-a-number') return refuse('MoneyIsNotANumber');
    if (money === 'too-many-digits') return refuse('MoneyHasTooManyDigits');
    return money.isNegative() ? refuse('MoneyIsNegative') : money.toString();
  });

/** An amount of money as it is answered: a JSON number that holds all of its at most 15 digits. */
export const MoneyOut = z.number();

/** The stamp a form read its record with; sent back it turns a lost update into a 409. */
export const Stamp = Moment.optional();

export const PAYMENTS = ['prepaid', 'collect', 'third'] as const;

/** Who pays the courier. `third_party` is another way of writing `third`. */
export const Payment = z
  .preprocess((value) => (value === 'third_party' ? 'third' : value), z.enum(PAYMENTS))
  .default('prepaid');

/** A calendar date, YYYY-MM-DD, that exists; there was no year 0. */
export const Day = z.iso.date('DayIsInvalid').refine((day) => !day.startsWith('0000'), 'DayIsInvalid');

/** The calendar day after a day, also where the clock is changed and a day has 25 hours. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** A month, YYYY-MM. In a path, what cannot be one is answered with 404, like an id that is not there. */
export const Month = z
  .string({ error: () => 'MonthIsInvalid' })
  .regex(MONTH, 'MonthIsInvalid')
  .meta({ example: '2026-01' });
