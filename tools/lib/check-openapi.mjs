/**
 * Compares calls with an OpenAPI model, as far as the models of partners go: paths, parameters, and the fields of bodies.
 * @typedef {{ method: string, path: string, query: [string, string][], body: string, status?: number, answer?: string }} SentCall
 * @typedef {{ $ref?: string, type?: string | string[], enum?: unknown[], required?: string[], items?: Schema, allOf?: Schema[],
 *   nullable?: boolean, oneOf?: Schema[], properties?: Record<string, Schema>, minimum?: number, maximum?: number, pattern?: string, readonly?: boolean }} Schema
 * @typedef {{ name: string, in: string, required?: boolean, schema: Schema }} Parameter
 * @typedef {{ parameters?: Parameter[], requestBody?: { content: Record<string, { schema: Schema }> },
 *   responses?: Record<string, { content?: Record<string, { schema: Schema }> }> }} Operation
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
  if (value === null && schema.nullable) return [];
  if (!isOfType(schema, value)) return [`${path} is ${typeOf(value)} instead of ${schema.type}`];
  if (schema.enum && !schema.enum.includes(value)) return [`${path} is none of ${schema.enum.join(', ')}`];
  if (schema.pattern && !new RegExp(schema.pattern).test(String(value)))
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
  // Models require fields that they do not describe, under a name that the partner has given up.
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
 * The path of the model that a call is for. It may have something before the part that the model describes.
 * @param {Model} model
 * @param {SentCall} call
 */
const pathOf = (model, call) =>
  Object.keys(model.paths)
    .filter((each) => new RegExp(`${each.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(call.path))
    // `/products/batch` is also `/products/{id}`.
    .sort((a, b) => a.split('{').length - b.split('{').length)[0];

/**
 * What the model does not allow in the answer to a call. A status that it does not describe is no difference.
 * @param {Model} model
 * @param {SentCall} call
 * @returns {string[]}
 */
export function problemsOfAnswer(model, call) {
  const path = pathOf(model, call);
  const responses = path ? model.paths[path]?.[call.method.toLowerCase()]?.responses : undefined;
  const schema = responses?.[String(call.status)]?.content?.['application/json']?.schema;
  if (!schema || !call.answer) return [];
  return problemsOfValue(model, schema, JSON.parse(call.answer), 'answer').map(
    (problem) => `${call.method} ${path} ${call.status}: ${problem.replaceAll(/\[\d+\]/g, '[]')}`,
  );
}

/**
 * What the model does not allow in a call.
 * @param {Model} model
 * @param {SentCall} call
 * @returns {string[]}
 */
export function problemsOfCall(model, call) {
  const path = pathOf(model, call);
  const operation = path ? model.paths[path]?.[call.method.toLowerCase()] : undefined;
  if (!path || !operation) return [`${call.method} ${call.path.replace(/^.*\/wp-json/, '')} does not exist`];
  const schema = operation.requestBody?.content['application/json']?.schema;
  const body = schema && call.body ? problemsOfValue(model, schema, JSON.parse(call.body), 'body') : [];
  return [...problemsOfQuery(model, operation, call), ...body].map((problem) => `${call.method} ${path}: ${problem}`);
}
