import { readdirSync, readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { dataOf } from '../../web/declared-data.ts';
import { findImportCycle } from '../../web/import-cycles.ts';
import { bundleOptions, sandbox } from '../lib/build.mjs';

test('packages of documents and passwords are neither bundled nor loaded by the server, which uses them in workers', {
  timeout: 60_000,
}, async () => {
  const options = bundleOptions('server/src/main.ts', 'server/dist/unwritten.js');
  const { metafile } = await build({ ...options, write: false, metafile: true });
  const read = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
  for (const path of ['pdfkit', 'bwip-js/node', '@zxcvbn-ts/core', '@zxcvbn-ts/language-common'])
    expect(read.filter((each) => each.path === path)).toEqual([]);
  const inside = Object.keys(metafile.inputs).filter((path) =>
    /node_modules\/(pdfkit|fontkit|bwip-js|pdfmake)\//.test(path),
  );
  expect(inside).toEqual([]);
});

test('the imitated partners are a bundle of their own, without anything of the server', {
  timeout: 60_000,
}, async () => {
  const bundled = async (entry: string) => {
    const options = bundleOptions(entry, 'server/dist/unwritten.js');
    const { metafile } = await build({ ...options, write: false, metafile: true });
    return Object.keys(metafile.inputs);
  };
  const server = await bundled('server/src/main.ts');
  expect(server.filter((path) => /^server\/src\/sandbox\/|node_modules\/graphql\//.test(path))).toEqual([]);
  const imitated = await bundled(sandbox.entry);
  expect(imitated.filter((path) => !/^server\/src\/sandbox\/|^node_modules\/graphql\//.test(path))).toEqual([]);
});

test.each<[string, Record<string, string[]>, string[] | undefined]>([
  ['none', { page: ['list', 'frame'], list: ['frame'], frame: [] }, undefined],
  ['two files', { page: ['events'], events: ['shipping'], shipping: ['events'] }, ['events', 'shipping', 'events']],
  ['a file and itself', { page: ['page'] }, ['page', 'page']],
])('files of the build that import each other are found: %s', (_what, files, cycle) => {
  expect(findImportCycle(new Map(Object.entries(files)))).toEqual(cycle);
});

const WEB = new URL('../../web/src/', import.meta.url);
/** Schemas of a call or a field, as a screen would read them. */
const READS_SCHEMA =
  /\bapi\.\w+\.\w+\.(params|query|body|response)\b|\b(inputsOf|outputsOf)\(|Fields\.\w+\.(input|output)\b/;

test('screens import schemas by their names: calls and fields come to the browser without', () => {
  expect('api.labels.addSender.body').toMatch(READS_SCHEMA);
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!test)\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => READS_SCHEMA.test(readFileSync(new URL(file, WEB), 'utf8')))).toEqual([]);
});

test('the browser gets what it reads of a declaration, and nothing of the server', () => {
  const counts = dataOf('calls/counts');
  expect(counts).toContain(
    '"get":{"reads":true,"method":"GET","path":"/operations/counts/:id","access":"adjust_inventory"}',
  );
  expect(counts).toContain('"takesListQuery":true,"list":{"perPage":15');
  expect(counts).not.toMatch(/"(summary|response|row|exported|_zod)"/);
  expect(dataOf('relations/relation-fields.ts')).not.toMatch(/"(input|output|sheet|_zod)"/);
  expect(dataOf('events.ts')).toContain('"face.saved":{"subject":"faces","outdates":[{"path":"/faces"}');
});
