import { GraphQLError } from 'graphql';

export const gid = (type: string, id: number): string => `gid://shopify/${type}/${id}`;

/** The number of a global id of this type; undefined for another type. Throws for what is no global id at all. */
export function idOf(type: string, value: string): number | undefined {
  const [, found, id] = /^gid:\/\/shopify\/(\w+)\/(\d+)(?:\?.*)?$/.exec(value) ?? [];
  if (!found)
    throw new GraphQLError(`Invalid global id '${value}'`, { extensions: { code: 'argumentLiteralsIncompatible' } });
  return found === type ? Number(id) : undefined;
}

/** The record with a global id, undefined when there is none. */
export function find<T>(type: string, records: Map<number, T>, value: string): T | undefined {
  const id = idOf(type, value);
  return id === undefined ? undefined : records.get(id);
}

export const userError = (message: string, ...field: string[]): { field: string[] | null; message: string } => ({
  field: field.length > 0 ? field : null,
  message,
});
