import type { Endpoint } from '@longshore/contract';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { call, refresh, useWrite } from '../../lib/api.ts';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../form/use-record-form.ts';

type RecordEndpoint = Endpoint<{ id: { _zod: { input: unknown; output: number } } }>;

/** What a screen declares to save and delete its records. */
export interface PlainRecords<S extends z.ZodObject> {
  endpoints: { list: Endpoint; get: RecordEndpoint; create: Endpoint; update: RecordEndpoint; remove: RecordEndpoint };
  /** The input schema, as on the server; its defaults are the initial values of a new record. */
  schema: S;
  fields: (form: RecordForm<z.output<S>>) => ReactNode;
  words: { make: PlainKey; edit: PlainKey; delete: PlainKey };
  /** Further endpoints whose answers show these records. */
  shownIn?: readonly Endpoint[];
}

const refreshRecords = ({ endpoints, shownIn = [] }: Pick<PlainRecords<z.ZodObject>, 'endpoints' | 'shownIn'>) =>
  Promise.all([endpoints.list, endpoints.get, ...shownIn].map((endpoint) => refresh(endpoint)));

/** The initial values of a form: the record's own, else the schema's defaults, else empty. */
function initialValues<S extends z.ZodObject>(schema: S, record: object | undefined): z.output<S> {
  const known = (record ?? {}) as Record<string, unknown>;
  const values = Object.entries(schema.shape).map(([name, field]) => {
    const blank = (field as unknown as z.ZodType).safeParse(undefined);
    return [name, known[name] ?? (blank.success ? blank.data : '')];
  });
  return Object.fromEntries(values) as z.output<S>;
}

interface DialogProps<S extends z.ZodObject> extends PlainRecords<S> {
  /** Without a record a new one is created. */
  record?: { id: number };
  onClose: () => void;
}

export function PlainDialog<S extends z.ZodObject>(props: DialogProps<S>) {
  const { endpoints, schema, record, words, onClose } = props;
  const t = useText();
  const create = useWrite(endpoints.create, handledByForm);
  const update = useWrite(endpoints.update, handledByForm);
  const form = useRecordForm<S, unknown>({
    draft: `${endpoints.list.path} ${record?.id ?? 'new'}`,
    schema,
    initial: initialValues(schema, record),
    // A 400 is about the name, which is the first field.
    refusedInline: Object.keys(schema.shape)[0] as Extract<keyof z.output<S>, string>,
    reload: async () =>
      initialValues(schema, (await call(endpoints.get, { params: { id: record?.id ?? 0 } })) as object),
    save: (body) => (record ? update.mutateAsync({ params: { id: record.id }, body }) : create.mutateAsync({ body })),
    onSaved: () => {
      void refreshRecords(props);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t(record ? words.edit : words.make)} onClose={onClose}>
      {props.fields(form)}
    </FormDialog>
  );
}

interface DeleteProps<S extends z.ZodObject> extends PlainRecords<S> {
  record: { id: number };
  question: string;
  name: string;
  onClose: () => void;
  /** After the record was deleted; by default the dialog is closed. */
  onDeleted?: () => void;
}

export function PlainDelete<S extends z.ZodObject>(props: DeleteProps<S>) {
  const { endpoints, schema, record, question, name, words, onClose, onDeleted = onClose } = props;
  const { updated_at: _, ...values } = initialValues(schema, record) as Record<string, unknown>;
  const t = useText();
  return (
    <DeleteDialog
      endpoint={endpoints.remove}
      input={{ params: { id: record.id } }}
      title={t(words.delete)}
      text={question}
      restore={{
        name,
        run: async (idempotencyKey) => {
          await call(endpoints.create, { body: values }, { idempotencyKey });
          await refreshRecords(props);
        },
      }}
      onDeleted={() => {
        void refreshRecords(props);
        onDeleted();
      }}
      onClose={onClose}
    />
  );
}
