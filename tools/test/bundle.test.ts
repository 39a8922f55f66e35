import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { bundleOptions } from '../lib/build.mjs';

test('document packages are neither bundled nor loaded before the first document', {
  timeout: 60_000,
}, async () => {
  const options = bundleOptions('server/src/main.ts', 'server/dist/unwritten.js');
  const { metafile } = await build({ ...options, write: false, metafile: true });
  const read = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
  for (const path of ['pdfkit', 'bwip-js/node'])
    expect(new Set(read.filter((each) => each.path === path).map(({ kind }) => kind))).toEqual(
      new Set(['dynamic-import']),
    );
  const inside = Object.keys(metafile.inputs).filter((path) =>
    /node_modules\/(pdfkit|fontkit|bwip-js|pdfmake)\//.test(path),
  );
  expect(inside).toEqual([]);
});
