import { z } from 'zod';
import type { Access } from './access.ts';
import { endpoint, listEndpoint, type Schema } from './endpoint.ts';
import type { ListSpec } from './list.ts';
import type { ErrorCode } from './messages.ts';
import { idOf } from './scalars.ts';

/** `get` is for whoever may see the list, unless it says otherwise; without `remove` nothing is deleted. */
interface Accesses {
  list: Access;
  get?: Access;
  create: Access;
  update: Access;
  remove?: Access;
}

interface Line<Spec, Input, Changed, Found, May> {
  /** What it is called in a summary: one of them, and all of them. */
  one: string;
  many: string;
  list: Spec;
  /** Its address, when it is not called as its table. */
  path?: string;
  /** The schema of one record as it is answered. */
  record: Found;
  /** What is sent to create one and, unless `changed` differs, to save it. */
  input: Input;
  changed?: Changed;
  access: May;
  /** Refusals of creating and saving, and of deleting. */
  errors?: readonly ErrorCode[];
  removeErrors?: readonly ErrorCode[];
}

const fieldNames = (schema: unknown): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

/** Deleting one of the records of a list. */
export const deleteEndpoint = (line: {
  path: string;
  list: ListSpec;
  access: Access;
  summary: string;
  errors?: readonly ErrorCode[];
}) =>
  endpoint({
    method: 'DELETE',
    path: `${line.path}/:id`,
    access: line.access,
    summary: line.summary,
    params: { id: idOf(line.list.resource) },
    response: z.literal(true),
    errors: line.errors ?? [],
  });

type Remove<May extends Accesses> = May extends { remove: Access }
  ? { remove: ReturnType<typeof deleteEndpoint> }
  : unknown;

/** The calls nearly every resource has: list, read, create, save and, for some, delete. */
export function resource<
  Spec extends ListSpec,
  Input extends Schema,
  Found extends Schema,
  const May extends Accesses,
  Changed extends Schema = Input,
>(line: Line<Spec, Input, Changed, Found, May>) {
  const { one, many, list, record, input, errors = [] } = line;
  const access: Accesses = line.access;
  const path = line.path ?? `/${list.resource}`;
  const ofOne = { path: `${path}/:id`, params: { id: idOf(list.resource) } };
  const calls = {
    list: listEndpoint({ path, access: access.list, summary: `List ${many}`, list }),
    get: endpoint({
      ...ofOne,
      method: 'GET',
      access: access.get ?? access.list,
      summary: `Read ${one}`,
      response: record,
    }),
    create: endpoint({
      method: 'POST',
      path,
      access: access.create,
      summary: `Create ${one}`,
      body: input,
      response: record,
      errors,
    }),
    update: endpoint({
      ...ofOne,
      method: 'PUT',
      access: access.update,
      summary: `Save ${one}`,
      body: (line.changed ?? input) as Changed,
      response: record,
      errors,
      fixed: line.changed ? fieldNames(input).filter((name) => !fieldNames(line.changed).includes(name)) : [],
    }),
  };
  const remove = access.remove && {
    remove: deleteEndpoint({
      path,
      list,
      access: access.remove,
      summary: `Delete ${one}`,
      errors: line.removeErrors ?? [],
    }),
  };
  return { ...calls, ...remove } as typeof calls & Remove<May>;
}
