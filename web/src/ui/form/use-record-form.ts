import { type FieldMessages, fieldMessages } from '@longshore/contract';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useId, useRef, useState } from 'react';
import type { z } from 'zod';
import { type ApiFailure, asFailure } from '../../lib/api.ts';
import { refusalOf, showFailure } from '../../lib/failure.ts';
import { errorOf, messagesOf, type PlainKey, translate } from '../../lib/text/text.ts';
import { mayLeave } from '../../lib/unsaved.ts';
import { apply422, errorsOf } from './apply-422.ts';
import { type DraftState, useDraft } from './use-draft.ts';

export interface RecordFormOptions<S extends z.ZodObject, Saved> {
  /** The schema that the server validates with. */
  schema: S;
  initial: z.output<S>;
  /** Names the record among this user's and client's drafts: `relation 12`. Null for a form that keeps none. */
  draft: string | null;
  /** The record's `updated_at`, when a draft of an older version is not to be restored. */
  version?: string;
  /**
   * Called with valid values before they are saved: true when the user is asked something first, and nothing is sent.
   */
  isAskedFirst?: (values: z.output<S>) => Promise<boolean>;
  save: (values: z.output<S>) => Promise<Saved>;
  /** Reads the current record, for the choice after a conflict. */
  reload?: () => Promise<z.output<S>>;
  /** Shows a 400 in the form, above its fields or beside the named one, instead of in a toast. */
  refusedInline?: boolean | Extract<keyof z.output<S>, string>;
  onSaved: (saved: Saved) => void;
}

/** What a field component needs from its form. */
export interface FieldOf<Value> {
  id: string;
  value: Value;
  set: (value: Value) => void;
  error: string | undefined;
  required: boolean;
  /** Registers the field's label, for the list of problems; `name` when the label is data. */
  registerLabel: (label: PlainKey, name?: string) => void;
}

export interface Problem {
  field: string;
  label: PlainKey | undefined;
  /** The field's label when it is data, such as what a partner calls its key. */
  name?: string | undefined;
  message: string;
}

/** Fields of a nested object; in the form each one has a value, even if it is optional in the schema. */
export type FieldWithin<Part> = <Name extends Extract<keyof NonNullable<Part>, string>>(
  name: Name,
) => FieldOf<NonNullable<NonNullable<Part>[Name]>>;

type RowOf<Rows> = NonNullable<Rows> extends readonly (infer Row)[] ? Row : never;

export interface RecordForm<Values = unknown> {
  id: string;
  values: Values;
  /** The values at this moment, for what is set after a wait: those of the last render may be out of date. */
  current: () => Values;
  set: (values: Partial<Values>) => void;
  field: <Name extends Extract<keyof Values, string>>(name: Name) => FieldOf<Values[Name]>;
  /** A field of a nested object: `form.within('address')('city')`. */
  within: <Part extends Extract<keyof Values, string>>(part: Part) => FieldWithin<Values[Part]>;
  /** A field of a row: `form.row('lines', 2)('quantity')`. */
  row: <Part extends Extract<keyof Values, string>>(part: Part, index: number) => FieldWithin<RowOf<Values[Part]>>;
  problems: Problem[];
  dirty: boolean;
  /** Evaluated when leaving: the last render may be out of date. */
  wouldLose: () => boolean;
  saving: boolean;
  /** The last attempt got no response, so it is unknown whether it was saved. Sending it again is safe. */
  unanswered: boolean;
  /** Somebody else has saved the record meanwhile. */
  conflict: boolean;
  takeTheirs: () => Promise<void>;
  keepMine: () => Promise<void>;
  submit: () => Promise<void>;
  /** When the restored draft was last changed, in milliseconds; undefined when there was none. */
  restoredAt: number | undefined;
  /** Goes back to the record as it is, without the restored draft. */
  discardDraft: () => void;
  /** The user leaves without saving: nothing is kept. */
  removeDraft: () => void;
}

/** What the frame around a form needs, independent of its fields. */
export type FormFrame = Omit<RecordForm, 'values' | 'current' | 'set' | 'field' | 'within' | 'row'>;

/** Options for a write whose failures the form shows itself. */
export const handledByForm = { onFailure: () => true };

const errorsIn = (messages: FieldMessages) =>
  Object.fromEntries(Object.entries(messages).map(([field, all]) => [field, errorOf(all)]));

/** A field is required when its schema accepts neither undefined nor an empty string. */
function isRequired(schema: z.ZodObject, name: string): boolean {
  const field = schema.shape[name] as z.ZodType | undefined;
  return field !== undefined && !field.safeParse('').success && !field.safeParse(undefined).success;
}

/** Focuses the first of these fields in document order. */
function focusFirstOf(ids: string[]) {
  requestAnimationFrame(() => {
    const fields = [...document.querySelectorAll<HTMLElement>('[data-field]')];
    fields.find((field) => ids.includes(field.id))?.focus();
  });
}

interface ConflictingForm<Values> {
  setInitialValues: (values: Values) => void;
  setValues: (values: Partial<Values>) => void;
  clearErrors: () => void;
}

/** After a conflict: take the other user's version, or overwrite it with one's own. */
function useConflict<Values extends Record<string, unknown>>(
  form: ConflictingForm<Values>,
  reload: (() => Promise<object>) | undefined,
) {
  const [conflict, setConflict] = useState(false);
  const readTheirs = async () => {
    const theirs = (await reload?.()) as Values | undefined;
    setConflict(false);
    return theirs;
  };
  return {
    conflict,
    report: () => setConflict(true),
    takeTheirs: async () => {
      const theirs = await readTheirs();
      if (!theirs) return;
      form.setInitialValues(theirs);
      form.setValues(theirs);
      form.clearErrors();
    },
    keepMine: async () => {
      const theirs = await readTheirs();
      if (theirs) form.setValues({ updated_at: theirs.updated_at } as unknown as Partial<Values>);
    },
  };
}

/** Validates and saves; a failed save goes to the fields, to the conflict choice or to a toast. */
function useSubmit<S extends z.ZodObject, Saved>(
  form: UseFormReturnType<z.output<S> & Record<string, unknown>>,
  options: RecordFormOptions<S, Saved>,
  reportConflict: () => void,
  focusFirst: (invalid: Record<string, unknown>) => void,
  { removeDraft, saveDrafted }: Pick<DraftState, 'removeDraft' | 'saveDrafted'>,
) {
  const [saving, setSaving] = useState(false);
  const [unanswered, setUnanswered] = useState(false);
  const saved = useRef(false);
  const handleFailure = (failure: ApiFailure) => {
    if (apply422(form, failure)) focusFirst(errorsOf(failure));
    else if (failure.status === 0) setUnanswered(true);
    else if (failure.status === 409 && options.reload) reportConflict();
    else if (failure.status === 400 && options.refusedInline) {
      const field = options.refusedInline === true ? '_' : options.refusedInline;
      form.setErrors({ [field]: refusalOf(failure, translate) });
      focusFirst({ [field]: true });
    } else showFailure(failure);
  };
  const submit = async () => {
    if (saving) return;
    const { hasErrors, errors: invalid } = form.validate();
    if (hasErrors) return focusFirst(invalid);
    setSaving(true);
    setUnanswered(false);
    try {
      if (await options.isAskedFirst?.(form.getValues())) return;
      const answer = await saveDrafted(() => options.save(form.getValues()));
      saved.current = true;
      removeDraft();
      options.onSaved(answer);
    } catch (error) {
      handleFailure(asFailure(error));
    } finally {
      setSaving(false);
    }
  };
  return { saving, unanswered, submit, hasSaved: () => saved.current };
}

/**
 * The state of a record form: values, validation by the contract, saving, server errors and conflicts. Errors are
 * stored as message keys and translated when rendered, so that they follow the language. (Mantine's schemaResolver
 * keeps only the schema library's English messages, which are never shown here.)
 */
export function useRecordForm<S extends z.ZodObject, Saved>(
  options: RecordFormOptions<S, Saved>,
): RecordForm<z.output<S>> {
  type Values = z.output<S> & Record<string, unknown>;
  const { schema, reload } = options;
  const id = useId();
  const labels = useRef(new Map<string, { label: PlainKey; name: string | undefined }>());
  const form = useForm<Values>({
    initialValues: options.initial as Values,
    validate: (values) => {
      const parsed = schema.safeParse(values);
      return parsed.success ? {} : errorsIn(fieldMessages(parsed.error));
    },
  });
  const conflict = useConflict(form, reload);
  const errors = form.errors as Record<string, string>;
  const idOf = (name: string) => `${id}-${name}`;
  const focusFirst = (invalid: Record<string, unknown>) => focusFirstOf(Object.keys(invalid).map(idOf));

  const nested =
    <Part>(prefix: string, values: unknown): FieldWithin<Part> =>
    (name) => {
      const path = `${prefix}.${name}`;
      const [, nestedError] = Object.entries(errors).find(([field]) => field.startsWith(`${path}.`)) ?? [];
      return {
        id: idOf(path),
        value: (values as Record<string, unknown>)[name] as never,
        set: (value) => form.setFieldValue(path as never, value as never),
        error: errors[path] ?? nestedError,
        // Nested objects may be left partly empty; the schema reports what is missing.
        required: false,
        registerLabel: (label, name) => labels.current.set(path, { label, name }),
      };
    };
  const draft = useDraft<Values>(options.draft, form, options.version);
  const { restoredAt, removeDraft, hideNote } = draft;
  const { saving, unanswered, submit, hasSaved } = useSubmit(form, options, conflict.report, focusFirst, draft);
  return {
    id,
    values: form.values,
    current: () => form.getValues(),
    set: (values) => form.setValues(values as Partial<Values>),
    field: (name) => ({
      id: idOf(name),
      value: form.values[name],
      set: (value) => form.setFieldValue(name as never, value as never),
      error: errors[name],
      required: isRequired(schema, name),
      registerLabel: (label, shown) => labels.current.set(name, { label, name: shown }),
    }),
    within: (part) => nested(part, form.values[part]),
    row: (part, index) => nested(`${part}.${index}`, (form.values[part] as unknown[])[index]),
    problems: Object.entries(errors).flatMap(([field, error]) =>
      messagesOf(error).map((message) => ({
        field: idOf(field),
        label: labels.current.get(field)?.label,
        name: labels.current.get(field)?.name,
        message,
      })),
    ),
    dirty: form.isDirty(),
    wouldLose: () => form.isDirty() && !hasSaved() && !mayLeave(),
    saving,
    unanswered,
    ...conflict,
    submit,
    restoredAt,
    discardDraft: () => {
      form.reset();
      hideNote();
    },
    removeDraft,
  };
}
