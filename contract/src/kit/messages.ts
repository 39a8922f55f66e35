import type { z } from 'zod';
import type { errors } from '../text/en/errors.ts';
import type { messages } from '../text/en/messages.ts';

/**
 * A field is refused by the key of a sentence: schemas carry the key (`CompanyNameIsRequired`, or `TooLong:255` with
 * its value), the server answers the English sentence with the key beside it, and the web shows it in the reader's
 * language. The sentences are in the text catalogue (`text/<language>/<module>.ts`), which this file knows by its types
 * only.
 */
export type MessageKey = keyof typeof messages;

/** The codes of business refusals. */
export type ErrorCode = keyof typeof errors;

/** Those whose sentence has a slot: the others take no value. */
type KeyWithValue = {
  [Key in MessageKey]: (typeof messages)[Key] extends `${string}{{${string}` ? Key : never;
}[MessageKey];

/**
 * A message key, with its parameter where its sentence has one, as it travels inside schema issues. `string` includes
 * numbers; naming both, or giving every key a value, would give the union more members than the compiler compares.
 */
export type Message = MessageKey | `${KeyWithValue}:${string}`;

/** A message as its key and its values; whether there is such a key is known to the catalogue only. */
export function splitMessage(message: string): { key: string; n: string } {
  const at = message.indexOf(':');
  return at < 0 ? { key: message, n: '' } : { key: message.slice(0, at), n: message.slice(at + 1) };
}

/** Sentences of the schema library have spaces, keys have none. */
const isMessage = (text: string) => /^[A-Z]\w*$/.test(splitMessage(text).key);

const BETWEEN = '\t';

/** A message with several values, for the slots {{1}}, {{2}} … of its sentence. */
export const messageWith = (key: KeyWithValue, ...values: (string | number)[]): Message =>
  `${key}:${values.join(BETWEEN)}`;

/** What the slots of a message are filled with: {{n}} is all of it, {{1}} the first of several. */
export const slotsOf = (n: string): Record<string, string> => ({
  n,
  ...Object.fromEntries(n.split(BETWEEN).map((value, index) => [String(index + 1), value])),
});

const DETAILS_BETWEEN = '\n';

/**
 * Why something was not done, as it is stored: a message, or the code of a refusal with its details
 * (`40002:ShortAtPlace:OAK-1\t3\t2`). Text that is neither, such as a sentence stored by an older release, is shown
 * as it is.
 */
export const reasonOf = (code: ErrorCode, details: readonly string[] = []): string =>
  details.length ? `${code}:${details.join(DETAILS_BETWEEN)}` : String(code);

/** How one language writes the parts of a reason; undefined for what the catalogue does not know. */
export interface ReasonTexts {
  refusal(code: string): string | undefined;
  message(key: string, slots: Record<string, string>): string | undefined;
  withDetail(sentence: string, detail: string): string;
}

/** Messages whose value is itself a reason: these, and all messages about partners that have a value. */
const NESTED = /^(ChangedAfterProcessing|EarlierNotDelivered|Partner\w+|SavedNotProcessed)$/;

/**
 * A message that lists lines, each by its id and why it was not taken: `ShipmentNotInShop:#31<tab>MoreThanIsLeft:2`.
 */
const LISTING = 'ShipmentNotInShop' satisfies MessageKey;

export const messageOfLines = (lines: readonly { lineId: string; reason: string }[]): Message =>
  messageWith(LISTING, ...lines.flatMap(({ lineId, reason }) => [`#${lineId}`, reason]));

function nestedText(texts: ReasonTexts, key: string, n: string): string {
  if (key === LISTING)
    return n
      .split(BETWEEN)
      .map((part) => reasonText(texts, part))
      .join(' ');
  return NESTED.test(key) ? reasonText(texts, n) : n;
}

/** A message in the words of a language; text that is no message stays as it is. */
export function messageText(texts: ReasonTexts, message: string): string {
  const { key, n } = splitMessage(message);
  return texts.message(key, slotsOf(nestedText(texts, key, n))) ?? message;
}

/** A stored reason in the words of a language. */
export function reasonText(texts: ReasonTexts, reason: string): string {
  const { key, n } = splitMessage(reason);
  const sentence = /^\d{5}$/.test(key) ? texts.refusal(key) : undefined;
  if (sentence === undefined) return messageText(texts, reason);
  const details = n.split(DETAILS_BETWEEN).filter(Boolean);
  return details.length
    ? texts.withDetail(sentence, details.map((detail) => messageText(texts, detail)).join('; '))
    : sentence;
}

/** The library does not report the value itself, only what it received in its sentence. */
function invalidTypeMessage({ expected, message }: z.core.$ZodIssueInvalidType): string {
  if (message.endsWith('received undefined')) return 'Required';
  // A form keeps NaN for a number field whose text is no number.
  if (message.endsWith('received NaN')) return 'NotANumber';
  return expected === 'int' && message.endsWith('received number') ? 'NotAWholeNumber' : 'WrongType';
}

function tooBigMessage({ origin, maximum }: z.core.$ZodIssueTooBig): string {
  if (origin === 'string') return `TooLong:${maximum}`;
  if (origin === 'array') return `TooMany:${maximum}`;
  return `TooLarge:${maximum}`;
}

function tooSmallMessage({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  if (origin === 'string') return minimum === 1 ? 'Required' : `TooShort:${minimum}`;
  if (origin === 'array') return `TooFew:${minimum}`;
  return inclusive === false ? `MustBeAbove:${minimum}` : `TooSmall:${minimum}`;
}

/** Turns an issue of the schema library into one of our messages, so that its own wording never reaches a person. */
export function messageOf(issue: z.core.$ZodIssue): string {
  if (isMessage(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return invalidTypeMessage(issue);
    case 'too_big':
      return tooBigMessage(issue);
    case 'too_small':
      return tooSmallMessage(issue);
    case 'invalid_value':
      return `NotAChoice:${issue.values.join(', ')}`;
    case 'unrecognized_keys':
      return `UnknownField:${issue.keys.join(', ')}`;
    case 'invalid_union':
      return 'WrongType';
    default:
      return 'InvalidFormat';
  }
}

export type FieldMessages = Record<string, string[]>;

/** All issues of a refused value by field path, every broken field at once. */
export function fieldMessages(error: z.core.$ZodError): FieldMessages {
  const fields: FieldMessages = {};
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.') || '_';
    const message = messageOf(issue);
    if (!fields[path]?.includes(message)) fields[path] = [...(fields[path] ?? []), message];
  }
  return fields;
}
