import { expect, test } from 'vitest';
import { drawCsv } from './csv.ts';

test('quotes what needs it, and makes no formula of what somebody typed', () => {
  expect(drawCsv([['a', 1, null, 'x,y', 'say "hi"', 'two\nlines', -2]])).toBe(
    'a,1,,"x,y","say ""hi""","two\nlines",-2\r\n',
  );
  for (const typed of ['=1+1', '+1', '-1', '@a', '\t=1']) expect(drawCsv([[typed]])).toBe(`'${typed}\r\n`);
});
