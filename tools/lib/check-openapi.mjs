/**
 * Compares calls with an OpenAPI model, as far as the models of partners go: paths, parameters, and the fields of bodies.
 * @typedef {{ method: string, path: string, query: [string, string][], body: string, status: number, answer: string }} SentCall
 * @typedef {{ $ref?: string, type?: string | string[], enum?: unknown[], required?: string[], items?: Schema, allOf?: Schema[], anyOf?: Schema[],
 *   nullable?: boolean, oneOf?: Schema[], properties?: Record<string, Schema>, minimum?: number, maximum?: number, pattern?: string, readonly?: boolean }} Schema
 * @typedef {{ name: string, in: string, required?: boolean, schema: Schema }} Parameter
 * @typedef {{ content?: Record<string, { schema: Schema }> }} Content
 * @typedef {{ parameters?: Parameter[], requestBody?: Content, responses?: Record<string, Content> }} Operation
 * @typedef {{ paths: Record<string, Record<string, Operation>>, components: { schemas: Record<string, Schema> } }} Model
 */

/**
 * @param {Model} model
 * @param {Schema} schema
 * @returns {Schema}
 */
function resolved(model, schema) {
  const named = schema.$ref?.split('/').at(-1);
  if (named) return resolved(model, model.components.schemas[named] ?? {});
  const parts = (schema.allOf ?? []).map((part) => resolved(model, part));
  if (parts.length === 0) return schema;
  return Object.assign({}, ...parts, {
    nullable: schema.nullable ?? parts.some(({ nullable }) => nullable),
    required: parts.flatMap(({ required = [] }) => required),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
  });
}

/** @param {unknown} value */
function typeOf(value) {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/**
 * @param {Schema} schema
 * @param {unknown} value
 */
function isOfType({ type }, value) {
  const types = [type ?? []].flat();
  const actual = typeOf(value);
  return types.length === 0 || types.includes(actual) || (actual === 'integer' && types.includes('number'));
}

/**
 * @param {Model} model
 * @param {Schema} given
 * @param {unknown} value
 * @param {string} path
 * @returns {string[]}
 */
function problemsOfValue(model, given, value, path) {
  const schema = resolved(model, given);
  if (schema.anyOf) {
    const each = schema.anyOf.map((choice) => problemsOfValue(model, choice, value, path));
    return each.find((problems) => problems.length === 0) ?? each[0] ?? [];
  }
  if (value === null && schema.nullable) return [];
  if (!isOfType(schema, value)) return [`${path} is ${typeOf(value)} instead of ${schema.type}`];
  if (schema.enum && !schema.enum.includes(value)) return [`${path} is none of ${schema.enum.join(', ')}`];
  if (value !== null && schema.pattern && !new RegExp(schema.pattern).test(String(value)))
    return [`${path} does not match ${schema.pattern}`];
  if (Array.isArray(value))
    return value.flatMap((each, index) => problemsOfValue(model, schema.items ?? {}, each, `${path}[${index}]`));
  return value && typeof value === 'object' ? problemsOfFields(model, schema, value, path) : [];
}

/**
 * @param {Model} model
 * @param {Schema} schema
 * @param {object} value
 * @param {string} path
 */
function problemsOfFields(model, { properties, required = [] }, value, path) {
  // Models also require fields that they do not describe any more, because the partner has renamed them.
  const described = required.filter((name) => !properties || name in properties);
  const missing = described.filter((name) => !(name in value)).map((name) => `${path}.${name} is missing`);
  if (!properties) return missing;
  const wrong = Object.entries(value).flatMap(([name, field]) => {
    const schema = properties[name];
    return schema ? problemsOfValue(model, schema, field, `${path}.${name}`) : [`${path}.${name} does not exist`];
  });
  return [...missing, ...wrong];
}

/**
 * @param {Schema} schema
 * @param {string} text
 * @returns {unknown}
 */
function fromText({ type, items = {} }, text) {
  if (type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' || text === '1' ? true : text === 'false' ? false : text;
  return type === 'array' ? text.split(',').map((each) => fromText(items, each)) : text;
}

/**
 * @param {Model} model
 * @param {Operation} operation
 * @param {SentCall} call
 */
function problemsOfQuery(model, { parameters = [] }, { query }) {
  return query.flatMap(([name, text]) => {
    const schema = parameters.find((each) => each.in === 'query' && each.name === name)?.schema;
    return schema ? problemsOfValue(model, schema, fromText(schema, text), `?${name}`) : [`?${name} does not exist`];
  });
}

/**
 * The part of a model that describes a call. Its path may have something before the part that the model describes.
 * @param {Model} model
 * @param {SentCall} call
 */
function findOperation(model, call) {
  const path = Object.keys(model.paths)
    .filter((each) => new RegExp(`${each.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(call.path))
    // `/products/batch` is also `/products/{id}`.
    .sort((a, b) => a.split('{').length - b.split('{').length)[0];
  const operation = path ? model.paths[path]?.[call.method.toLowerCase()] : undefined;
  return path && operation ? { path, operation } : undefined;
}

/** @param {Content | undefined} content */
const schemaOf = (content) => content?.content?.['application/json']?.schema;

/**
 * What the model does not know in the answer of a call that succeeded. Errors are left out: the
 * model of Magento has lists where its documents have names.
 * @param {Model} model
 * @param {SentCall} call
 * @returns {string[]}
 */
export function problemsOfAnswer(model, call) {
  const found = findOperation(model, call);
  const schema = schemaOf(found?.operation.responses?.[String(call.status)]);
  if (!found || !schema || call.status >= 300 || !/^[[{\d"tf]/.test(call.answer)) return [];
  const problems = problemsOfValue(model, schema, JSON.parse(call.answer), 'answer');
  return problems.map((problem) => `${call.method} ${found.path}: ${problem.replace(/\[\d+\]/g, '[]')}`);
}

/**
 * What the model does not allow in a call.
 * @param {Model} model
 * @param {SentCall} call
 * @returns {string[]}
 */
export function problemsOfCall(model, call) {
  const found = findOperation(model, call);
  if (!found) return [`${call.method} ${call.path.replace(/^.*\/(wp-json|rest)/, '')} does not exist`];
  const { path, operation } = found;
  const schema = schemaOf(operation.requestBody);
  const body = schema && call.body ? problemsOfValue(model, schema, JSON.parse(call.body), 'body') : [];
  return [...problemsOfQuery(model, operation, call), ...body].map((problem) => `${call.method} ${path}: ${problem}`);
}

/**
 * What the model does not allow in a record. `more` are fields that it may have besides.
 * @param {Model} model
 * @param {string} name
 * @param {object} record
 * @param {string[]} more
 * @returns {string[]}
 */
export function problemsOfRecord(model, name, record, more) {
  const known = Object.fromEntries(Object.entries(record).filter(([field]) => !more.includes(field)));
  return problemsOfValue(model, { $ref: `#/components/schemas/${name}` }, known, name);
}

/**
 * A Swagger 2 model in the form of OpenAPI 3, as far as it is used here.
 * @param {{ paths: Record<string, Record<string, any>>, definitions: Record<string, Schema> }} swagger
 * @returns {Model}
 */
export function fromSwagger({ paths, definitions }) {
  /** @param {any} operation */
  const convert = ({ parameters = [], responses = {} }) => {
    /** @type {any[]} */
    const all = parameters;
    const body = all.find((each) => each.in === 'body')?.schema;
    return {
      parameters: all.filter((each) => each.in !== 'body').map((each) => ({ ...each, schema: each })),
      ...(body && { requestBody: { content: { 'application/json': { schema: body } } } }),
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, { schema }]) => [
          status,
          schema ? { content: { 'application/json': { schema } } } : {},
        ]),
      ),
    };
  };
  const converted = Object.entries(paths).map(([path, operations]) => [
    path,
    Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, convert(operation)])),
  ]);
  return { paths: Object.fromEntries(converted), components: { schemas: definitions } };
}
