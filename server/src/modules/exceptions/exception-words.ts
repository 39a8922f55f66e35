import {
  type Exception,
  type ExceptionAction,
  type ExceptionProposal,
  fillPath,
  localeOf,
  mayCall,
  reasonText,
  reasonTextsFor,
  type ServerText,
  textFor,
} from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { EndpointCall, ExceptionKind, Proposal, Slots } from '../../platform/exceptions/exception.ts';

type Part = Exception['parts'][number];
type Translate = (key: string, values?: Record<string, string | number>) => string;

/** Looks texts up by keys that are composed at run time; a test proves for every kind that they exist. */
const loosely = (t: ServerText) => t as unknown as Translate;

/** How values are written in a language. */
interface Writer {
  t: Translate;
  number: (value: number) => string;
  day: (value: string) => string;
  reason: (value: string) => string;
}

function writerFor(lang: Actor['lang']): Writer {
  const locale = localeOf(lang);
  const numbers = new Intl.NumberFormat(locale);
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const reasons = reasonTextsFor(lang);
  return {
    t: loosely(textFor(lang)),
    number: (value) => numbers.format(value),
    day: (value) => days.format(new Date(value)),
    reason: (value) => reasonText(reasons, value),
  };
}

function written({ slots: kinds = {}, words }: ExceptionKind, name: string, value: string | number, writer: Writer) {
  switch (kinds[name]) {
    case 'number':
      return writer.number(Number(value));
    case 'day':
      return writer.day(String(value));
    case 'reason':
      return writer.reason(String(value));
    case 'words':
      return writer.t(`${words}.${value}`);
    default:
      return String(value);
  }
}

/** A placeholder for a value while the sentence is composed: private-use characters, which no value has. */
const MARK = /\ue000(\w+)\ue001/;
const markOf = (name: string) => `\ue000${name}\ue001`;

const partKind = (kind: ExceptionKind, name: string): Part['as'] => {
  if (name === 'name') return 'record';
  return kind.slots?.[name] === 'code' ? 'code' : 'text';
};

/** The sentence in parts, so that the screen can link the record and set codes apart. */
function partsOf(kind: ExceptionKind, slots: Slots, writer: Writer): Part[] {
  const marks = Object.fromEntries(
    Object.entries(slots).map(([name, value]) => [name, name === 'count' ? Number(value) : markOf(name)]),
  );
  const key = `exceptionKinds.kinds.${kind.name}.sentence${kind.variant?.(slots) ?? ''}`;
  const pieces = writer.t(key, marks).split(MARK);
  // Every second piece is the name of a slot.
  const parts = pieces.map((piece, at): Part => {
    if (at % 2 === 0) return { as: 'text', text: piece };
    return { as: partKind(kind, piece), text: written(kind, piece, slots[piece] ?? '', writer) };
  });
  return parts.filter(({ text }) => text !== '');
}

function factsOf(kind: ExceptionKind, slots: Slots, writer: Writer): Exception['facts'] {
  return (kind.facts ?? []).flatMap((name) => {
    const value = slots[name];
    if (value === null || value === undefined || value === '') return [];
    return [{ label: writer.t(`exceptionKinds.facts.${name}`), value: written(kind, name, value, writer) }];
  });
}

/** The button: a call that this user may make, or a screen. */
function actionOf(kind: ExceptionKind, slots: Slots, actor: Actor, writer: Writer): ExceptionAction | null {
  const action = kind.action(slots, actor);
  if (!action) return null;
  const label = writer.t(`exceptionKinds.kinds.${kind.name}.action`);
  if ('to' in action) return action.to ? { label, call: null, to: action.to } : null;
  return mayCall(actor, action.endpoint.access) ? { label, call: sentAs(action), to: '' } : null;
}

function sentAs({ endpoint, params, body }: EndpointCall): ExceptionProposal['call'] {
  return { method: endpoint.method as 'POST' | 'PUT', path: fillPath(endpoint.path, params), body: body ?? null };
}

/** The likely answers that this user may give. */
export function proposalsFor(kind: ExceptionKind, proposals: readonly Proposal[], actor: Actor): ExceptionProposal[] {
  const label = loosely(textFor(actor.lang))(`exceptionKinds.kinds.${kind.name}.propose`);
  return proposals
    .filter(({ endpoint }) => mayCall(actor, endpoint.access))
    .map(({ about, code, name, ...call }) => ({ label, about, code, name, call: sentAs(call) }));
}

/** Rows are read with their slots; this makes the words of them. */
export type StoredException = Omit<
  Exception,
  'sentence' | 'parts' | 'link' | 'hint' | 'facts' | 'action' | 'severity'
> & {
  severity: number;
  slots: Slots;
};

export const titleOf = (kind: ExceptionKind, { lang }: Actor): string =>
  loosely(textFor(lang))(`exceptionKinds.kinds.${kind.name}.title`);

/** Completes rows with what only the declaration of their kind and the reader's language know. */
export function wordsFor(kinds: readonly ExceptionKind[], actor: Actor): (row: StoredException) => Exception {
  const byName = new Map<string, ExceptionKind>(kinds.map((kind) => [kind.name, kind]));
  const writer = writerFor(actor.lang);
  return ({ slots, severity: _, ...row }) => {
    const kind = byName.get(row.kind);
    if (!kind) throw new Error(`No module declares exceptions of the kind ${row.kind}.`);
    const parts = partsOf(kind, slots, writer);
    return {
      ...row,
      severity: kind.severity,
      sentence: parts.map(({ text }) => text).join(''),
      parts,
      link: kind.link(slots, actor),
      hint: writer.t(`exceptionKinds.kinds.${kind.name}.hint`),
      facts: factsOf(kind, slots, writer),
      action: actionOf(kind, slots, actor, writer),
    };
  };
}
