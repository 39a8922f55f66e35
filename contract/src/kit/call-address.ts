import { type Access, fullPath } from './access.ts';
import { formatListQuery, type ListQuery } from './list-query.ts';

interface Line {
  access: Access;
  path: string;
  takesListQuery: boolean;
}
/** The parts of a call's input that are in its address. Values are written as the types of the endpoint take them. */
export interface CallAddressInput {
  params?: object | undefined;
  query?: unknown;
}

/** The path with the values of its parameters; each value stays one segment, whatever characters it has. */
export function fillPath(path: string, params: object = {}): string {
  const given = params as Record<string, unknown>;
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name] ?? '')));
}

/** Without the question mark; empty when nothing is asked. */
export function callQuery(endpoint: Line, { query }: CallAddressInput = {}): string {
  if (!query) return '';
  if (endpoint.takesListQuery) return formatListQuery(query as ListQuery);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) if (each !== undefined && each !== null) search.append(name, String(each));
  return search.toString();
}

/** Where a call is sent on its server. */
export function callAddress(endpoint: Line, input: CallAddressInput = {}): string {
  const search = callQuery(endpoint, input);
  const path = fillPath(fullPath(endpoint), input.params);
  return search ? `${path}?${search}` : path;
}
