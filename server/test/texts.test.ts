import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messages } from '@longshore/contract/text/en/messages.ts';
import { screens } from '@longshore/contract/text/en/screens.ts';
import { server } from '@longshore/contract/text/en/server.ts';
import { expect, test } from 'vitest';

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

test('every text for documents, sheets and mail is used by the server', () => {
  const own = keysOf(Object.fromEntries(Object.entries(server).filter(([area]) => !(area in screens))));
  expect(own.length).toBeGreaterThan(80);
  expect(own.filter((key) => !(serverCode + contractCode).includes(`'${key}'`))).toEqual([]);
});

test('every message is used, and belongs to one module', () => {
  const isUsed = (key: string) => new RegExp(`['"\`.]${key}['"\`:]`).test(serverCode + contractCode + webCode);
  expect(Object.keys(messages).filter((key) => !isUsed(key))).toEqual([]);
  const folder = join(root, 'contract/src/text/en');
  const declared = readdirSync(folder).flatMap((file) => {
    const [, block = ''] = readFileSync(join(folder, file), 'utf8').split('export const messages = {');
    return [...(block.split('\n}')[0] ?? '').matchAll(/^ {2}(\w+):/gm)].map(([, key]) => key);
  });
  expect(declared.toSorted()).toEqual(Object.keys(messages).toSorted());
});
