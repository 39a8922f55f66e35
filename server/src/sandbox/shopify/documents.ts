import {
  type DocumentNode,
  type GraphQLError,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
  visit,
} from 'graphql';
import { schema } from './api.ts';

const LIST_MAX = 250;
/** The one list that may be longer. */
const LONG_LIST = 'fulfillmentOrderLineItems';

export interface Posted {
  query: string;
  variables: Record<string, unknown>;
  operationName?: string;
}

export interface Problem {
  message: string;
  locations?: unknown;
  path?: unknown;
  extensions: Record<string, unknown>;
}

export type Prepared = { document: DocumentNode; operation: OperationDefinitionNode } | { errors: Problem[] };

/** The document, or why it is refused, in the words of the partner's server. */
export function prepare({ query, variables, operationName }: Posted): Prepared {
  const document = parseDocument(query);
  if ('errors' in document) return document;
  const errors = validate(schema, document).map(problemOf);
  if (errors.length > 0) return { errors };
  const operation = getOperationAST(document, operationName);
  if (!operation) return { errors: [problem('An operation name is required', 'missingOperationName')] };
  const tooLong = longList(document, variables);
  if (tooLong)
    return {
      errors: [
        problem(
          `The input array size of ${tooLong} is greater than the maximum allowed of ${LIST_MAX}.`,
          'MAX_INPUT_SIZE_EXCEEDED',
        ),
      ],
    };
  return { document, operation };
}

const problem = (message: string, code: string): Problem => ({ message, extensions: { code } });

function parseDocument(query: string): DocumentNode | { errors: Problem[] } {
  try {
    return parse(query);
  } catch (error) {
    return { errors: [problem(`syntax error: ${(error as Error).message}`, 'parseError')] };
  }
}

/** Messages of graphql-js, with the words and codes that clients of the partner look for. */
const WORDS: { pattern: RegExp; write: (parts: string[]) => Problem }[] = [
  {
    pattern: /^Cannot query field "(\w+)" on type "(\w+)"/,
    write: ([field = '', type = '']) => ({
      message: `Field '${field}' doesn't exist on type '${type}'`,
      extensions: { code: 'undefinedField', typeName: type, fieldName: field },
    }),
  },
  {
    pattern: /^Unknown argument "(\w+)" on field "(\w+)\.(\w+)"/,
    write: ([argument = '', , field = '']) => ({
      message: `Field '${field}' doesn't accept argument '${argument}'`,
      extensions: { code: 'argumentNotAccepted', name: field, typeName: 'Field', argumentName: argument },
    }),
  },
  {
    pattern: /^(?:Argument "([\w.]+)"|Field "([\w.]+)") of (?:required )?type .* required/,
    write: ([argument, field]) => ({
      message: `Required argument '${argument ?? field}' is missing`,
      extensions: { code: 'missingRequiredArguments', arguments: argument ?? field },
    }),
  },
];

function problemOf(error: GraphQLError): Problem {
  for (const { pattern, write } of WORDS) {
    const found = pattern.exec(error.message);
    if (found) return { ...write(found.slice(1)), locations: error.locations };
  }
  return { message: error.message, locations: error.locations, extensions: { code: 'argumentLiteralsIncompatible' } };
}

/** How long the first list is that is too long, in the document or in the variables. */
function longList(document: DocumentNode, variables: unknown): number | undefined {
  let found: number | undefined;
  visit(document, {
    [Kind.LIST]: ({ values }) => {
      if (values.length > LIST_MAX) found ??= values.length;
    },
  });
  return found ?? longValue(variables);
}

function longValue(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value) && value.length > LIST_MAX) return value.length;
  for (const [name, each] of Object.entries(value)) {
    const found = name === LONG_LIST ? undefined : longValue(each);
    if (found) return found;
  }
  return undefined;
}

/** Names that a failure rule may use: that of the operation, and those of its fields. */
export function operationNames(query: string): string[] {
  const document = parseDocument(query);
  if ('errors' in document) return [];
  return document.definitions
    .filter((each) => each.kind === Kind.OPERATION_DEFINITION)
    .flatMap(({ name, selectionSet }) => [
      ...(name ? [name.value] : []),
      ...selectionSet.selections.flatMap((field) => (field.kind === Kind.FIELD ? [field.name.value] : [])),
    ]);
}
