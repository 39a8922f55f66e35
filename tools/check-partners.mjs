import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { build } from 'esbuild';
import {
  buildClientSchema,
  buildSchema,
  getOperationAST,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  NoDeprecatedCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { fromSwagger, problemsOfAnswer, problemsOfCall, problemsOfRecord } from './lib/check-openapi.mjs';
import { bin, Failed, main, root, run } from './lib/run.mjs';

/**
 * Compares what we send to partners with the partners' own models: `npm run check-partners -- <folder>`. The models are
 * not part of this repository.
 */

/** @typedef {{ name: string, text: string }} GraphqlDocument */
/** @typedef {import('./lib/check-openapi.mjs').SentCall & { partner: string }} RecordedCall */

/**
 * Runs the tests of the partners, and answers every call that was made.
 * @returns {Promise<RecordedCall[]>}
 */
async function recordCalls() {
  const folder = mkdtempSync(join(tmpdir(), 'longshore-partners-'));
  const file = join(folder, 'calls.jsonl');
  try {
    await run(bin('vitest'), ['run', '--project', 'server', 'server/src/partners'], {
      env: { ...process.env, RECORD_PARTNER_CALLS: file },
    });
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
    return lines.map((line) => JSON.parse(line));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * The exports of a TypeScript file, with everything of ours that it imports. Packages are found from where the bundle is
 * written: some of them cannot be bundled.
 * @param {string} file
 * @returns {Promise<Record<string, unknown>>}
 */
async function load(file) {
  const folder = mkdtempSync(join(tmpdir(), 'longshore-partners-'));
  const outfile = join(folder, 'bundle.mjs');
  try {
    await build({
      entryPoints: [join(root, file)],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      // Nothing native is used; packages that are written as CommonJS need `require`.
      loader: { '.node': 'empty' },
      banner: {
        js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(${JSON.stringify(join(root, 'package.json'))});`,
      },
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Every GraphQL document of a partner: what its `operations.ts` exports.
 * @param {string} partner
 * @returns {Promise<GraphqlDocument[]>}
 */
async function documentsOf(partner) {
  const exported = await load(`server/src/partners/${partner}/operations.ts`);
  return Object.entries(exported).flatMap(([name, value]) => {
    const text = value && typeof value === 'object' && 'document' in value ? value.document : undefined;
    return typeof text === 'string' ? [{ name, text }] : [];
  });
}

/** @param {string} file */
function readSchema(file) {
  const model = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'));
  // Shopify's schema breaks a rule about deprecated fields that says nothing about our documents.
  return buildClientSchema(model.data ?? model, { assumeValid: true });
}

/**
 * The version that we use and every later one in the folder: a later one says what will break.
 * @param {string} folder
 * @param {string} version
 */
function shopifyModels(folder, version) {
  return readdirSync(folder)
    .map((file) => ({ file, version: /^shopify-admin-(\d{4}-\d{2})\.json\.gz$/.exec(file)?.[1] ?? '' }))
    .filter((model) => model.version >= version)
    .sort((a, b) => a.version.localeCompare(b.version));
}

/**
 * What a type has, by path: fields and arguments with their types, values of an enumeration.
 * @param {import('graphql').GraphQLNamedType} type
 * @returns {Map<string, string>}
 */
function partsOf(type) {
  if (isEnumType(type)) return new Map(type.getValues().map(({ name }) => [`${type.name}.${name}`, 'a value']));
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return new Map();
  return new Map(
    Object.values(type.getFields()).flatMap((field) => {
      const path = `${type.name}.${field.name}`;
      const parameters = /** @type {readonly import('graphql').GraphQLArgument[]} */ (
        'args' in field ? field.args : []
      );
      return /** @type {[string, string][]} */ ([
        [path, String(field.type)],
        ...parameters.map(({ name, type: of }) => [`${path}(${name})`, String(of)]),
      ]);
    }),
  );
}

/**
 * Where the sandbox has something that the partner has not, or has otherwise. It may have less.
 * @param {import('graphql').GraphQLSchema} theirs
 */
async function checkSandboxSchema(theirs) {
  const { SCHEMA } = await load('server/src/sandbox/shopify/schema.ts');
  const ours = Object.values(buildSchema(String(SCHEMA)).getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  return ours.flatMap((type) => {
    const official = theirs.getType(type.name);
    if (!official) return [`sandbox of shopify: ${type.name} does not exist`];
    const known = partsOf(official);
    return [...partsOf(type)]
      .filter(([path, of]) => known.get(path) !== of)
      .map(([path, of]) => `sandbox of shopify: ${path} is ${of} instead of ${known.get(path) ?? 'missing'}`);
  });
}

/**
 * Whether the variables of a call are what its document declares.
 * @param {import('graphql').GraphQLSchema} schema
 * @param {RecordedCall} call
 * @returns {string[]}
 */
function problemsOfVariables(schema, { path, body }) {
  if (!path.endsWith('/graphql.json')) return [];
  const { query, variables } = JSON.parse(body);
  const operation = getOperationAST(parse(query));
  const read = getVariableValues(schema, operation?.variableDefinitions ?? [], variables);
  return (read.errors ?? []).map(({ message }) => `shopify ${operation?.name?.value}: ${message}`);
}

/**
 * What a partner with an OpenAPI model does not allow in our calls.
 * @param {string} folder
 * @param {RecordedCall[]} calls
 * @param {{ slug: string, name: string, file: string }} partner
 */
function checkOpenapi(folder, calls, { slug, name, file }) {
  const model = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const sent = calls.filter(({ partner }) => partner === slug);
  const problems = [...new Set(sent.flatMap((call) => problemsOfCall(model, call)))];
  console.log(`${name}: ${sent.length} calls, ${problems.length} problems.`);
  return problems.map((problem) => `${slug} ${problem}`);
}

const OPENAPI = [
  { slug: 'woocommerce', name: 'WooCommerce', file: 'woocommerce-rest-v3.json' },
  { slug: 'shipstation', name: 'ShipStation', file: 'shipstation-v1.json' },
];

/**
 * Orders as the sandbox of ShipStation answers them, against the model of orders, which has what the partner reads. It
 * answers more (totals, what people did with it) and leaves parts of addresses empty.
 * @param {string} folder
 */
async function checkShipStationSandbox(folder) {
  const model = JSON.parse(readFileSync(join(folder, 'shipstation-v1.json'), 'utf8'));
  const { startSandbox } = await load('server/src/sandbox/index.ts');
  const sandbox = await /** @type {(options: object) => Promise<import('../server/src/sandbox/index.ts').Sandbox>} */ (
    startSandbox
  )({ seed: { products: [{ sku: 'A-1', name: 'Mug', price: '4.50' }], demoOrders: true } });
  try {
    const { key_1, key_2 } = sandbox.credentials.shipstation ?? {};
    const authorization = `Basic ${Buffer.from(`${key_1}:${key_2}`).toString('base64')}`;
    const answer = await fetch(`${sandbox.baseUrls.shipstation}/orders`, { headers: { authorization } });
    const { orders } = /** @type {{ orders: object[] }} */ (await answer.json());
    const problems = [...new Set(orders.flatMap((order) => problemsOfRecord(model, 'Order', order, ANSWERED)))];
    console.log(`Sandbox of ShipStation: ${orders.length} orders, ${problems.length} differences.`);
    return problems.map((problem) => `sandbox of shipstation: ${problem}`);
  } finally {
    await sandbox.stop();
  }
}

/** Fields of an order that ShipStation answers and does not read. */
const ANSWERED = ['createDate', 'modifyDate', 'orderTotal', 'userId', 'externallyFulfilled', 'externallyFulfilledBy'];

/**
 * The model names only the first filter and sort order, and in one of the two spellings that Magento reads.
 * @param {RecordedCall} call
 * @returns {RecordedCall}
 */
function withFirstFilter(call) {
  /** @param {string} name */
  const first = (name) =>
    name.replace(/\[\d+\]/g, '[0]').replace(/_([a-z])/g, (_whole, letter) => letter.toUpperCase());
  return { ...call, query: call.query.map(([name, value]) => [first(name), value]) };
}

/**
 * What we send, and what the sandbox answers.
 * @param {string} folder
 * @param {RecordedCall[]} calls
 */
function checkMagento(folder, calls) {
  const file = readdirSync(folder).find((name) => /^magento-admin-.*\.json\.gz$/.test(name));
  if (!file) throw new Failed('The folder has no model of Magento.');
  const model = fromSwagger(JSON.parse(gunzipSync(readFileSync(join(folder, file))).toString('utf8')));
  const sent = calls.filter(({ partner }) => partner === 'magento').map(withFirstFilter);
  const problems = [...new Set(sent.flatMap((call) => problemsOfCall(model, call)))];
  const wrong = [...new Set(sent.flatMap((call) => problemsOfAnswer(model, call)))];
  console.log(`Magento: ${sent.length} calls, ${problems.length} problems, ${wrong.length} in answers of the sandbox.`);
  return [...problems, ...wrong.map((problem) => `sandbox: ${problem}`)].map((problem) => `magento ${problem}`);
}

/**
 * What the client sends in REST 2.0, and what the sandbox answers to the same calls. The classic API has no model, and
 * neither have the token and the files behind links.
 * @param {string} folder
 * @param {RecordedCall[]} calls
 */
function checkZalora(folder, calls) {
  const model = JSON.parse(
    gunzipSync(readFileSync(join(folder, 'zalora-sellercenter-rest-2.0.json.gz'))).toString('utf8'),
  );
  const sent = calls.filter(({ partner, path }) => partner === 'zalora' && path.includes('/v2/'));
  const wrong = [...new Set(sent.flatMap((call) => problemsOfCall(model, call)))];
  console.log(`Zalora 2.0: ${sent.length} calls, ${wrong.length} problems.`);
  const answered = sent.filter(({ answer }) => answer);
  const differences = [...new Set(answered.flatMap((call) => problemsOfAnswer(model, call)))];
  console.log(`Sandbox of Zalora 2.0: ${answered.length} answers, ${differences.length} differences.`);
  return [...wrong, ...differences.map((each) => `sandbox: ${each}`)].map((problem) => `zalora ${problem}`);
}

/**
 * Shippo's model, in which parameters and answers are named and described elsewhere. A body may be one of several (`oneOf`,
 * which is read as `anyOf`), and where there is no other page the address of it is null.
 * @param {string} folder
 */
function shippoModel(folder) {
  const file = join(folder, 'shippo-public-api-2018-02-08.json.gz');
  const model = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8').replaceAll('"oneOf":', '"anyOf":'));
  /** @param {{ $ref?: string }} part */
  const whole = (part) =>
    (part.$ref ?? '').startsWith('#/components/')
      ? (part.$ref ?? '')
          .split('/')
          .slice(1)
          .reduce((inside, name) => inside[name], model)
      : part;
  for (const operation of Object.values(model.paths).flatMap((path) => Object.values(path))) {
    operation.parameters = (operation.parameters ?? []).map(whole);
    for (const [status, answer] of Object.entries(operation.responses ?? {}))
      operation.responses[status] = whole(answer);
  }
  for (const name of ['next', 'previous']) model.components.schemas.PaginatedList.properties[name].nullable = true;
  return model;
}

/**
 * What the client of Shippo sends, and what the sandbox answers to the same calls. Links to labels have no model.
 * @param {string} folder
 * @param {RecordedCall[]} calls
 */
function checkShippo(folder, calls) {
  const model = shippoModel(folder);
  const sent = calls.filter(({ partner, path }) => partner === 'shippo' && !path.includes('/labels/'));
  const wrong = [...new Set(sent.flatMap((call) => problemsOfCall(model, call)))];
  console.log(`Shippo: ${sent.length} calls, ${wrong.length} problems.`);
  const answered = sent.filter(({ answer }) => answer);
  const differences = [...new Set(answered.flatMap((call) => problemsOfAnswer(model, call)))];
  console.log(`Sandbox of Shippo: ${answered.length} answers, ${differences.length} differences.`);
  return [...wrong, ...differences.map((each) => `sandbox: ${each}`)].map((problem) => `shippo ${problem}`);
}

/** Amazon's APIs have a model each. Tokens, uploaded feeds and files behind links have none. */
const AMAZON = {
  '/inbound/fba/2024-03-20/': 'amazon-fulfillmentInbound_2024-03-20.json',
  '/fba/inbound/v0/': 'amazon-fulfillmentInboundV0.json',
  '/feeds/2021-06-30/': 'amazon-feeds_2021-06-30.json',
};

/**
 * What the client of Amazon sends, and what the sandbox answers to the same calls.
 * @param {string} folder
 * @param {RecordedCall[]} calls
 */
function checkAmazon(folder, calls) {
  return Object.entries(AMAZON).flatMap(([base, file]) => {
    const model = fromSwagger(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    const sent = calls.filter(({ partner, path }) => partner === 'amazon' && path.includes(base));
    const wrong = [...new Set(sent.flatMap((call) => problemsOfCall(model, call)))];
    const answered = sent.filter(({ answer }) => answer);
    const differences = [...new Set(answered.flatMap((call) => problemsOfAnswer(model, call)))];
    console.log(`Amazon ${base}: ${sent.length} calls, ${wrong.length} problems.`);
    console.log(`Sandbox of Amazon ${base}: ${answered.length} answers, ${differences.length} differences.`);
    return [...wrong, ...differences.map((each) => `sandbox: ${each}`)].map((problem) => `amazon ${problem}`);
  });
}

/**
 * @param {string} folder
 * @param {RecordedCall[]} calls
 */
async function checkShopify(folder, calls) {
  const { API_VERSION } = await load('server/src/partners/shopify/client.ts');
  const documents = await documentsOf('shopify');
  const models = shopifyModels(folder, String(API_VERSION));
  const [used] = models;
  if (!used || used.version !== API_VERSION) throw new Failed(`The folder has no schema of Shopify ${API_VERSION}.`);
  const theirs = readSchema(join(folder, used.file));
  const sent = calls.filter(({ partner }) => partner === 'shopify');
  const wrong = [...new Set(sent.flatMap((call) => problemsOfVariables(theirs, call)))];
  console.log(`Shopify ${API_VERSION}: ${sent.length} calls, ${wrong.length} with wrong variables.`);
  const differences = await checkSandboxSchema(theirs);
  console.log(`Sandbox of Shopify ${API_VERSION}: ${differences.length} differences.`);
  const refused = models.flatMap(({ file, version }) => {
    const schema = readSchema(join(folder, file));
    const problems = documents.flatMap(({ name, text }) =>
      validate(schema, parse(text), [...specifiedRules, NoDeprecatedCustomRule]).map(
        ({ message }) => `shopify ${version} ${name}: ${message}`,
      ),
    );
    console.log(`Shopify ${version}: ${documents.length} documents, ${problems.length} problems.`);
    return problems;
  });
  return [...wrong, ...differences, ...refused];
}

await main(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [folder] = positionals;
  if (!folder) throw new Failed('Name the folder with the partners’ models: npm run check-partners -- <folder>');
  const calls = await recordCalls();
  const problems = [
    ...(await checkShopify(folder, calls)),
    ...OPENAPI.flatMap((partner) => checkOpenapi(folder, calls, partner)),
    ...(await checkShipStationSandbox(folder)),
    ...checkMagento(folder, calls),
    ...checkZalora(folder, calls),
    ...checkShippo(folder, calls),
    ...checkAmazon(folder, calls),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) throw new Failed(`${problems.length} differences from the partners’ models`);
});
