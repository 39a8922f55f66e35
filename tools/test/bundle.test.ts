import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { bundleOptions } from '../lib/build.mjs';

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
