import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import * as api from '../contract/src/api.ts';
import { events } from '../contract/src/events.ts';
import * as inventory from '../contract/src/inventory/inventory-fields.ts';
import type { Endpoint } from '../contract/src/kit/endpoint.ts';
import type { EventDeclaration } from '../contract/src/kit/event.ts';
import * as orders from '../contract/src/orders/order-fields.ts';
import * as relations from '../contract/src/relations/relation-fields.ts';

/** The parts of a declaration that no screen reads: schemas, and what is for the server, OpenAPI and spreadsheets. */
const LEFT_OUT = {
  endpoint: ['params', 'query', 'body', 'response', 'summary', 'errors', 'attempts', 'interactive', 'fixed'],
  list: ['row', 'exported'],
  event: ['payload', 'changes'],
  field: ['input', 'output', 'sheet', 'exported'],
};

/** Properties that are false or undefined are left out: reading a missing property has the same result. */
const without = (declared: object, left: readonly string[]) =>
  Object.fromEntries(
    Object.entries(declared).filter(([name, value]) => !left.includes(name) && value !== undefined && value !== false),
  );

const mapValues = (values: object, make: (value: never) => unknown) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, make(value as never)]));

function callOf({ list, ...endpoint }: Endpoint) {
  const call = without(endpoint, LEFT_OUT.endpoint);
  return list ? { ...call, list: without(list, LEFT_OUT.list) } : call;
}

const eventOf = (event: EventDeclaration) => without(event, LEFT_OUT.event);

/** A module of fields may also export lists of choices, which are copied as they are. */
const fieldsOf = (exported: object) =>
  Array.isArray(exported) ? exported : mapValues(exported, (field) => without(field, LEFT_OUT.field));

const exportsOf = (values: object): string =>
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');

/** The modules that the browser gets instead of those in the contract, by their path there. */
const modules = new Map<string, string>([
  ...Object.entries(api).map(([name, group]): [string, string] => [
    `calls/${name}`,
    exportsOf({ [name]: mapValues(group, callOf) }),
  ]),
  [
    'api.ts',
    Object.keys(api)
      .map((name) => `export { ${name} } from 'declared:calls/${name}';`)
      .join('\n'),
  ],
  ['events.ts', exportsOf({ events: mapValues(events, eventOf) })],
  ...Object.entries({
    'inventory/inventory-fields.ts': inventory,
    'orders/order-fields.ts': orders,
    'relations/relation-fields.ts': relations,
  }).map(([path, exported]): [string, string] => [path, exportsOf(mapValues(exported, fieldsOf))]),
]);

/** What the browser gets of a module, as its code. */
export const dataOf = (path: string) => modules.get(path);

/**
 * Only these two modules of the contract are given the plain data; all others import the declarations with their
 * schemas.
 */
const READERS = ['index.ts', 'event-of.ts'].map((name) =>
  fileURLToPath(new URL(`../contract/src/${name}`, import.meta.url)).replaceAll('\\', '/'),
);

/** A virtual module: no other plugin takes it for a file. */
const PREFIX = '\0declared:';

/**
 * Calls, events and fields are declared in the contract with their schemas. The browser gets them as plain data,
 * written by the build: a screen that makes a call or shows a field loads no schema for it, and so no zod. A form
 * imports the schema that it checks by its name (decision 0111).
 */
export const declaredData = (): Plugin => ({
  name: 'declared-data',
  enforce: 'pre',
  resolveId(source, importer = '') {
    const path = source.startsWith('declared:')
      ? source.slice('declared:'.length)
      : READERS.includes(importer) && source.replace(/^\.\//, '');
    return path && modules.has(path) ? { id: PREFIX + path, moduleSideEffects: false } : undefined;
  },
  load: (id) => (id.startsWith(PREFIX) ? dataOf(id.slice(PREFIX.length)) : undefined),
});
