import { type FieldMessages, fieldMessages } from '@longshore/contract';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useId, useRef, useState } from 'react';
import type { z } from 'zod';
import { type ApiFailure, asFailure } from '../../lib/api.ts';
import { refusalOf, showFailure } from '../../lib/failure.ts';
import { type PlainKey, translate } from '../../lib/text/text.ts';
import { apply422, errorsOf } from './apply-422.ts';

export interface RecordFormOptions<S extends z.ZodObject, Saved> {
  /** The same schema that the server checks with. */
  schema: S;
  initial: z.output<S>;
  save: (values: z.output<S>) => Promise<Saved>;
  /** The record as it is now, for the choice after somebody else saved it. */
  reload?: () => Promise<z.output<S>>;
  /** A refusal of the catalogue is said in the form itself, above its fields or beside the one named, not in a toast. */
  refusedInline?: boolean | Extract<keyof z.output<S>, string>;
  onSaved: (saved: Saved) => void;
}

/** What a field component needs to know of its form. */
export interface FieldOf<Value> {
  id: string;
  value: Value;
  set: (value: Value) => void;
  error: string | undefined;
  required: boolean;
  /** Tells the form how the field is called on screen, for the list of problems. */
  named: (label: PlainKey) => void;
}

export interface Problem {
  field: string;
  label: PlainKey | undefined;
  message: string;
}

/** What a part of a record holds; a form keeps each of its fields, also those that a call may leave out. */
export type FieldWithin<Part> = <Name extends Extract<keyof NonNullable<Part>, string>>(
  name: Name,
) => FieldOf<NonNullable<NonNullable<Part>[Name]>>;

export interface RecordForm<Values = unknown> {
  id: string;
  values: Values;
  set: (values: Partial<Values>) => void;
  field: <Name extends Extract<keyof Values, string>>(name: Name) => FieldOf<Values[Name]>;
  /** A field of a part of the record: `form.within('address')('city')`. */
  within: <Part extends Extract<keyof Values, string>>(part: Part) => FieldWithin<Values[Part]>;
  problems: Problem[];
  dirty: boolean;
  /** Asked at the moment of leaving, when the state of the last drawing may be old. */
  wouldLose: () => boolean;
  saving: boolean;
  /** No answer came to the last attempt: nobody knows whether it was saved. Sending it again is safe. */
  unanswered: boolean;
  /** Somebody else saved the record meanwhile. */
  conflict: boolean;
  takeTheirs: () => Promise<void>;
  keepMine: () => Promise<void>;
  submit: () => Promise<void>;
}

/** What the frame around a form needs of it, whatever its fields are. */
export type FormFrame = Omit<RecordForm, 'values' | 'set' | 'field' | 'within'>;

/** A write whose refusals the form shows itself. */
export const handledByForm = { onFailure: () => true };

const firstOf = (messages: FieldMessages) =>
  Object.fromEntries(Object.entries(messages).map(([field, [first = '']]) => [field, first]));

/** A field is required when its schema takes neither nothing nor an empty text. */
function isRequired(schema: z.ZodObject, name: string): boolean {
  const field = schema.shape[name] as z.ZodType | undefined;
  return field !== undefined && !field.safeParse('').success && !field.safeParse(undefined).success;
}

/** The fields stand in the document in the order in which they are read. */
function focusOneOf(ids: string[]) {
  requestAnimationFrame(() => {
    const fields = [...document.querySelectorAll<HTMLElement>('[data-field]')];
    fields.find((field) => ids.includes(field.id))?.focus();
  });
}

interface Overtaken<Values> {
  setInitialValues: (values: Values) => void;
  setValues: (values: Partial<Values>) => void;
  clearErrors: () => void;
}

/** After somebody else saved the record: take theirs, or keep mine and write it over theirs knowingly. */
function useConflict<Values extends Record<string, unknown>>(
  form: Overtaken<Values>,
  reload: (() => Promise<object>) | undefined,
) {
  const [conflict, setConflict] = useState(false);
  const fresh = async () => {
    const theirs = (await reload?.()) as Values | undefined;
    setConflict(false);
    return theirs;
  };
  return {
    conflict,
    meet: () => setConflict(true),
    takeTheirs: async () => {
      const theirs = await fresh();
      if (!theirs) return;
      form.setInitialValues(theirs);
      form.setValues(theirs);
      form.clearErrors();
    },
    keepMine: async () => {
      const theirs = await fresh();
      if (theirs) form.setValues({ updated_at: theirs.updated_at } as unknown as Partial<Values>);
    },
  };
}

/** Saves what fits the contract; what the server refuses goes to the fields, to the conflict or to a toast. */
function useSubmit<S extends z.ZodObject, Saved>(
  form: UseFormReturnType<z.output<S> & Record<string, unknown>>,
  options: RecordFormOptions<S, Saved>,
  meetConflict: () => void,
  focusFirst: (broken: Record<string, unknown>) => void,
) {
  const [saving, setSaving] = useState(false);
  const [unanswered, setUnanswered] = useState(false);
  const saved = useRef(false);
  const refuse = (failure: ApiFailure) => {
    if (apply422(form, failure)) focusFirst(errorsOf(failure));
    else if (failure.status === 0) setUnanswered(true);
    else if (failure.status === 409 && options.reload) meetConflict();
    else if (failure.status === 400 && options.refusedInline) {
      const field = options.refusedInline === true ? '_' : options.refusedInline;
      form.setErrors({ [field]: refusalOf(failure, translate) });
      focusFirst({ [field]: true });
    } else showFailure(failure);
  };
  const submit = async () => {
    if (saving) return;
    const { hasErrors, errors: broken } = form.validate();
    if (hasErrors) return focusFirst(broken);
    setSaving(true);
    setUnanswered(false);
    try {
      const answer = await options.save(form.getValues());
      saved.current = true;
      options.onSaved(answer);
    } catch (error) {
      refuse(asFailure(error));
    } finally {
      setSaving(false);
    }
  };
  return { saving, unanswered, submit, hasSaved: () => saved.current };
}

/**
 * A record being written: values, the contract's own validation, saving, the server's refusals and the choice after a
 * conflict. Errors are kept as message keys and said when drawn, so they follow the reader's language. (Mantine's
 * schemaResolver keeps only the schema library's English sentences, which never reach a person here.)
 */
export function useRecordForm<S extends z.ZodObject, Saved>(
  options: RecordFormOptions<S, Saved>,
): RecordForm<z.output<S>> {
  type Values = z.output<S> & Record<string, unknown>;
  const { schema, reload } = options;
  const id = useId();
  const labels = useRef(new Map<string, PlainKey>());
  const form = useForm<Values>({
    initialValues: options.initial as Values,
    validate: (values) => {
      const parsed = schema.safeParse(values);
      return parsed.success ? {} : firstOf(fieldMessages(parsed.error));
    },
  });
  const conflict = useConflict(form, reload);
  const errors = form.errors as Record<string, string>;
  const idOf = (name: string) => `${id}-${name}`;
  const focusFirst = (broken: Record<string, unknown>) => focusOneOf(Object.keys(broken).map(idOf));

  const { saving, unanswered, submit, hasSaved } = useSubmit(form, options, conflict.meet, focusFirst);
  return {
    id,
    values: form.values,
    set: (values) => form.setValues(values as Partial<Values>),
    field: (name) => ({
      id: idOf(name),
      value: form.values[name],
      set: (value) => form.setFieldValue(name as never, value as never),
      error: errors[name],
      required: isRequired(schema, name),
      named: (label) => labels.current.set(name, label),
    }),
    within: (part) => (name) => {
      const path = `${part}.${name}`;
      const [, listed] = Object.entries(errors).find(([field]) => field.startsWith(`${path}.`)) ?? [];
      return {
        id: idOf(path),
        value: (form.values[part] as Record<string, unknown>)[name] as never,
        set: (value) => form.setFieldValue(path as never, value as never),
        error: errors[path] ?? listed,
        // Parts are filled as far as one likes; what they need besides is said when it is missing.
        required: false,
        named: (label) => labels.current.set(path, label),
      };
    },
    problems: Object.entries(errors).map(([field, message]) => ({
      field: idOf(field),
      label: labels.current.get(field),
      message,
    })),
    dirty: form.isDirty(),
    wouldLose: () => form.isDirty() && !hasSaved(),
    saving,
    unanswered,
    ...conflict,
    submit,
  };
}
