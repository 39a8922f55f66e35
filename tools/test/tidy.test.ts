import { expect, test } from 'vitest';
import { checkFile } from '../lib/tidy-rules.mjs';
import { deadReferences, unusedFiles } from '../lib/tidy-tree.mjs';

const found = (file: string, text: string) => checkFile(file, text).map(({ line, what }) => `${line} ${what}`);
const inOrders = (text: string) => found('server/src/modules/orders/ship-order.ts', text);

test.each([
  ['const at = new Date();', 'reads the clock directly'],
  ['const at = Date.now();', 'reads the clock directly'],
  ['const id = Math.random();', 'uses its own random source'],
  ["console.log('hello');", 'prints instead of logging'],
  ['const order: any = row;', 'disables type checking'],
  ['const order = row as any;', 'disables type checking'],
  ['const total = parseFloat(text);', 'parses floats'],
  ['const total = price.toFixed(2);', 'rounds floats'],
  [`await tx.query(\`select \${column} from orders\`);`, 'sends SQL without the tag'],
  [`await tx.query<Row>(\`\n  select \${column} from orders\`);`, 'sends SQL without the tag'],
  ["await client.query('select 1');", 'sends SQL without the tag'],
  ["await tx.send('select id from orders where id = $1', [id]);", 'sends SQL without the tag'],
  [`// ${'TO'}${'DO'} later`, 'leaves work undone'],
])('%s', (text, what) => {
  expect(inOrders(`\n${text}`)).toEqual([`2 ${what}`]);
});

test('comments and strings are ignored', () => {
  expect(inOrders('// the same as any other; new Date() is banned\nconst text = "parseFloat(1)";')).toEqual([]);
});

test('words of a language are in the text catalogue only', () => {
  const words = "const title = '库存';";
  for (const file of ['server/src/documents/list.ts', 'web/src/features/stock/list.tsx', 'contract/src/kit/list.ts'])
    expect(found(file, words)).toEqual(['1 holds words of a language']);
  expect(found('contract/src/text/ch/stock.ts', words)).toEqual([]);
  expect(found('server/src/documents/list.test.ts', words)).toEqual([]);
  expect(found('web/src/lib/format.ts', '/** `2026年11月09日` */ const date = "x"; // 日')).toEqual([]);
  const table = ["const words: Record<Language, string> = { en: 'Stock',", "  ch: 'x' };"].join('\n');
  expect(inOrders(table)).toEqual(['1 keeps a table of words by language', '2 keeps a table of words by language']);
  const partner = "const label = { en: 'Shop', ch: '店铺' };";
  expect(found('server/src/partners/shopify/index.ts', partner)).toEqual([]);
  expect(found('server/src/partners/shopify/mapping.ts', partner)).toHaveLength(2);
});

test('bans have exceptions by path', () => {
  expect(found('server/src/platform/database/sql.ts', 'tx.send(text, values);')).toEqual([]);
  const command = `await client.query(\`create role \${name}\`);`;
  expect(found('server/src/commands/roles.ts', command)).toEqual(['1 puts values into SQL text']);
  expect(found('server/src/platform/clock.ts', 'export const now = () => new Date();')).toEqual([]);
  expect(found('server/src/main.ts', "console.log('ready');")).toEqual([]);
  expect(found('web/src/lib/format.ts', 'value.toFixed(2);')).toEqual([]);
});

test('the web names the endpoints that it uses', () => {
  const inWeb = (text: string) => found('web/src/features/orders/order-list.tsx', text);
  expect(inWeb('const { orders, clients } = api;')).toEqual([
    '1 takes the API apart, so that a page loads the whole contract',
  ]);
  expect(inWeb('const { update } = api.licenses;')).toEqual([]);
  expect(found('web/src/features/orders/order-list.test.tsx', 'const { orders } = api;')).toEqual([]);
});

test('a module exports no store', () => {
  const inIndex = (text: string) => found('server/src/modules/orders/index.ts', text);
  const exported = 'exports a store';
  expect(inIndex("import { module } from '../module.ts';\nexport { lockOrder } from './orders.store.ts';")).toEqual([
    `2 ${exported}`,
  ]);
  expect(inIndex("export type { LockedOrder } from './orders.store.ts';")).toEqual([`1 ${exported}`]);
  expect(inIndex("export {\n  lockOrder,\n} from './lines/lines.store.ts';")).toEqual([`1 ${exported}`]);
  expect(inIndex("export * from './orders.store.ts';")).toEqual([`1 ${exported}`]);
  expect(found('server/src/modules/orders/lines/index.ts', "export { a } from './lines.store.ts';")).toEqual([
    `1 ${exported}`,
  ]);
  const imported = "import { countOrders, lockOrder } from './orders.store.ts';";
  expect(inIndex(`${imported}\nexport { lockOrder };`)).toEqual([`1 ${exported}`]);
  expect(inIndex(`${imported}\nexport const lock = lockOrder;`)).toEqual([`1 ${exported}`]);
  // What the module registers may be in its store.
  expect(inIndex(`${imported}\nexport const orders = module({ statistics: { countOrders } });`)).toEqual([]);
  expect(
    inIndex("export { readOrder } from './order.view.ts';\nimport { lockOrder } from './orders.store.ts';"),
  ).toEqual([]);
  expect(inOrders("export { lockOrder } from './orders.store.ts';")).toEqual([]);
});

test('a store refuses nothing', () => {
  const refusing = "import { refused } from '../../platform/http/problem.ts';";
  expect(found('server/src/modules/orders/orders.store.ts', refusing)).toEqual(['1 refuses a call in a store']);
  expect(inOrders(refusing)).toEqual([]);
});

test('orders do not query tables of shipments', () => {
  const query = `sql\`select count(*) from shipments s where s.order_id = \${id}\`;`;
  expect(inOrders(query)).toEqual(['1 queries tables of shipments']);
  expect(inOrders('sql`select from order_lines l join shipment_lines s on true`;')).toEqual([
    '1 queries tables of shipments',
  ]);
  expect(found('server/src/modules/shipments/shipments.store.ts', query)).toEqual([]);
  expect(inOrders('const text = sql`select from orders where shipments > 0`;')).toEqual([]);
});

test('skipped tests are found', () => {
  expect(found('server/src/modules/orders/orders.test.ts', `test${'.only'}('x', () => {});`)).toEqual([
    '1 skips tests',
  ]);
});

test('a spread that only packs values is found, one that copies is not', () => {
  const packs = 'packs values with a spread';
  expect(inOrders('const a = {\n  ...{ id, name },\n};')).toEqual([`2 ${packs}`]);
  expect(inOrders('const a = [...[first, second], third];')).toEqual([`1 ${packs}`]);
  expect(found('web/src/features/orders/order-row.tsx', 'const view = <Row {...{ id, name }} />;')).toEqual([
    `1 ${packs}`,
  ]);
  expect(inOrders("const a = [\n  ...(['id', 'name'] as const),\n] as const;")).toEqual([`2 ${packs}`]);
  expect(inOrders('save(...([tx, order] as const), lines);')).toEqual([`1 ${packs}`]);
  expect(inOrders('const a = { ...({ id, name } satisfies Named) };')).toEqual([`1 ${packs}`]);
  expect(inOrders("const a = (['id', 'name'] as const).map((name) => ({ ...order, name }));")).toEqual([]);
  expect(inOrders('const a = [...(isKit ? ([kit] as const) : []), ...([1, 2] as const).map(double)];')).toEqual([]);
  expect(inOrders('const a = { ...order, lines: [...lines], ...(kit ? { kit } : {}) };')).toEqual([]);
  expect(inOrders('const a = [...[1, 2].map(double)];')).toEqual([]);
});

const statements = (count: number) => Array.from({ length: count }, (_, at) => `  save(${at});`).join('\n');

test.each([
  ['a function', (body: string) => `\nfunction work() {\n${body}\n}`],
  ['an arrow function', (body: string) => `\nconst work = () => {\n${body}\n};`],
  ['a method', (body: string) => `\nclass Desk { work() {\n${body}\n} }`],
  ['statements of a block', (body: string) => `\nfunction work() {\n  for (const at of all) {\n${body}\n} }`],
  ['text of several bytes before it', (body: string) => `// 库存\nfunction work() {\n${body}\n}`],
])('a function of more than 30 statements is found: %s', (_, inFunction) => {
  expect(inOrders(inFunction(statements(29)))).toEqual([]);
  expect(inOrders(inFunction(statements(31)))).toContainEqual(
    expect.stringMatching(/^2 has 3[12] statements in work$/),
  );
});

test('a function inside another counts for itself', () => {
  const inner = `const inner = () => {\n${statements(20)}\n};`;
  expect(inOrders(`function work() {\n${inner}\n${statements(20)}\n}`)).toEqual([]);
});

test('a test may have as many steps as it needs, its helpers may not', () => {
  const steps = statements(40);
  const inTests = (text: string) => found('server/src/modules/orders/orders.test.ts', text);
  expect(inTests(`test('ships', async () => {\n${steps}\n});`)).toEqual([]);
  expect(inTests(`test.each(cases)('ships', async () => {\n${steps}\n});`)).toEqual([]);
  expect(inTests(`describe('orders', () => {\n${steps}\n});`)).toEqual([]);
  expect(inTests(`const desk = () => {\n${steps}\n};`)).toEqual(['1 has 40 statements in desk']);
  expect(inOrders(`test('ships', async () => {\n${steps}\n});`)).toEqual(['1 has 40 statements in a function']);
});

test('versions are exact and the lock file names no registry', () => {
  const manifest = JSON.stringify({ dependencies: { zod: '^4.6.7', pg: '8.23.1' } }, undefined, 2);
  expect(found('web/package.json', manifest)).toEqual(['3 zod may become another version (^4.6.7)']);
  expect(found('package-lock.json', '{\n"resolved": "https://registry.example/zod.tgz"')).toEqual([
    '2 names a registry',
  ]);
});

test('finds files that nobody imports', () => {
  const files = new Map([
    ['server/src/main.ts', "import { a } from './a.ts';"],
    ['server/src/a.ts', ''],
    ['server/src/b.ts', ''],
    ['web/index.html', '<script type="module" src="/src/start.tsx"></script>'],
    ['web/src/start.tsx', "const page = import('./page.tsx');"],
    ['web/src/page.tsx', ''],
  ]);
  expect(unusedFiles(files).map(({ file }) => file)).toEqual(['server/src/b.ts']);
});

test('finds documents that name missing files or scripts', () => {
  const files = new Map([
    ['package.json', '{"scripts":{"bench":""}}'],
    ['server/src/main.ts', ''],
    ['README.md', '`server/src/main.ts` `server/src/`\n`server/src/gone.ts` `npm run bench` `npm run gone` `a/b`'],
  ]);
  expect(deadReferences(files).map(({ line, what }) => `${line} ${what}`)).toEqual([
    '2 names server/src/gone.ts',
    '2 names npm run gone',
  ]);
});
