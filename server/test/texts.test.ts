import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messages } from '@longshore/contract/text/en/messages.ts';
import { screens } from '@longshore/contract/text/en/screens.ts';
import { server } from '@longshore/contract/text/en/server.ts';
import { expect, test } from 'vitest';
import { registry } from '../src/app.ts';
import { billingReports } from '../src/modules/reports/billing-reports/all-billing-reports.ts';
import { totalsColumns } from '../src/modules/reports/billing-reports/plain-workbook.ts';
import { allReports } from '../src/modules/reports/operations/all-reports.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

function sourcesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => join(folder, path));
}
const read = (paths: string[]) => paths.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');

const serverCode = read(sourcesOf('server/src'));
const webCode = read(sourcesOf('web/src'));
const contractCode = read(sourcesOf('contract/src').filter((path) => !path.startsWith('contract/src/text/')));

interface Texts {
  [key: string]: string | Texts;
}
const keysOf = (texts: Texts, prefix = ''): string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [prefix + key] : keysOf(text, `${prefix}${key}.`),
  );

/** The keys that reports put together, from their declarations. */
function keysOfReports(): Set<string> {
  const asked = { clientIds: [1], from: '2026-01-01', to: '2026-01-31', timezone: 'UTC', items: [], criteria: '' };
  const words = new Set<string>();
  const headings = [...allReports, ...Object.values(billingReports), { columns: totalsColumns }].flatMap(
    ({ columns }) => {
      const declared = Object.entries(typeof columns === 'function' ? columns(asked) : columns);
      for (const [, { words: branch }] of declared) if (branch) words.add(branch);
      return declared.map(([key, { headed }]) => `reportColumns.${headed ?? key}`);
    },
  );
  const keys = allReports.flatMap(({ name, group, asks }) =>
    [
      `reports.${name}.title`,
      `reports.${name}.hint`,
      `groups.${group}`,
      ...(asks.criteria ? [`criteria.${asks.criteria.kind}`] : []),
    ].map((key) => `operationReports.${key}`),
  );
  return new Set([
    ...headings,
    ...keys,
    ...keysOf(server).filter((key) => words.has(key.slice(0, key.lastIndexOf('.')))),
  ]);
}

/** The same for the kinds of exceptions: their sentences may have variants. */
function isOfExceptions(key: string): boolean {
  const kinds = registry.list('exceptions');
  const facts: ReadonlySet<string> = new Set(kinds.flatMap((kind) => kind.facts ?? []));
  const [, branch, name = '', text = ''] = key.match(/^exceptionKinds\.(facts|kinds)\.([\w-]+)(?:\.(\w+))?/) ?? [];
  if (branch === 'facts') return facts.has(name);
  if (branch === 'kinds')
    return kinds.some(
      (kind) =>
        kind.name === name && (/^(title|hint|action$|sentence)/.test(text) || (text === 'propose' && kind.propose)),
    );
  return kinds.some(({ words }) => words && key.startsWith(`${words}.`));
}

test('every text for documents, sheets and mail is used by the server', () => {
  const ofReports = keysOfReports();
  const own = keysOf(Object.fromEntries(Object.entries(server).filter(([area]) => !(area in screens))));
  expect(own.length).toBeGreaterThan(80);
  // The forms of a number are one text for the code.
  const nameOf = (key: string) => key.replace(/_(one|other)$/, '');
  const isUsed = (key: string) =>
    ofReports.has(key) || isOfExceptions(key) || (serverCode + contractCode).includes(`'${nameOf(key)}'`);
  expect(own.filter((key) => !isUsed(key))).toEqual([]);
});

test('every message is used, and belongs to one module', () => {
  const named = (serverCode + contractCode + webCode).matchAll(/(?<=['"`.])\w+(?=['"`:])/g);
  const used = new Set([...named].map(([word]) => word));
  expect(Object.keys(messages).filter((key) => !used.has(key))).toEqual([]);
  const folder = join(root, 'contract/src/text/en');
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  const declared = files.flatMap((file) => {
    const [, block = ''] = readFileSync(join(folder, file), 'utf8').split('export const messages = {');
    return [...(block.split('\n}')[0] ?? '').matchAll(/^ {2}(\w+):/gm)].map(([, key]) => key);
  });
  expect(declared.toSorted()).toEqual(Object.keys(messages).toSorted());
});
