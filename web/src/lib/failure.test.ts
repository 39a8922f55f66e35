// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { ApiFailure } from './call.ts';
import { refusalOf } from './failure.ts';
import { readAllTexts } from './text/parts.ts';
import { changeLanguage, readFrameTexts, translate } from './text/text.ts';

test('a failure names every SKU that is short', async () => {
  await Promise.all([readFrameTexts(), readAllTexts()]);
  await changeLanguage('en');
  const keys = { _: ['ShortOfAvailable:TEA\t5\t3', 'ShortOfAvailable:CUP\t2\t1'] };
  const failure = { status: 400, code: 40002, message: 'Insufficient quantity', keys } as unknown as ApiFailure;
  expect(refusalOf(failure, translate)).toMatch(/TEA: 5 wanted, 3 available; CUP: 2 wanted, 1 available/);
});
