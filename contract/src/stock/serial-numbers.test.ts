import { describe, expect, test } from 'vitest';
import { sentence } from '../text/sentence.ts';
import { generateSerials } from './serial-numbers.ts';

describe('serials that run on from a lead', () => {
  test.each<[string, number, number, string[]]>([
    ['1', 1, 3, ['1', '2', '3']],
    ['0007', 1, 3, ['0007', '0008', '0009']],
    ['0098', 2, 2, ['0098', '0100']],
    ['99', 1, 2, ['99', '100']],
    ['0', 5, 3, ['0', '5', '10']],
    // More digits than a floating-point number can tell apart.
    ['9007199254740993', 1, 2, ['9007199254740993', '9007199254740994']],
    [
      '00123456789012345678901',
      10,
      3,
      ['00123456789012345678901', '00123456789012345678911', '00123456789012345678921'],
    ],
    ['GR-1000', 1, 3, ['GR-1000', 'GR-1001', 'GR-1002']],
    ['SN 24A1995', 5, 2, ['SN 24A1995', 'SN 24A2000']],
    // Only the last four are counted, whatever precedes them.
    ['A99991000', 1, 2, ['A99991000', 'A99991001']],
    ['A9998', 1, 2, ['A9998', 'A9999']],
    ['序列1234', 1, 2, ['序列1234', '序列1235']],
    ['A1000', 1, 1, ['A1000']],
  ])('%j by %i, %i of them', (lead, increment, units, serials) => {
    expect(generateSerials(lead, increment, units)).toEqual({ serials });
  });

  const cannotParse = 'Cannot parse the serial number, please use manual scan';
  const lastFour = 'The last 4 characters must be a number (auto generate), please use manual scan';
  test.each<[string, number, number, string]>([
    ['', 1, 1, cannotParse],
    ['A1', 1, 1, cannotParse],
    ['A12', 1, 1, cannotParse],
    ['A123', 1, 1, lastFour],
    ['A0123', 1, 1, cannotParse],
    ['1000A', 1, 1, lastFour],
    ['ABCDE', 1, 1, lastFour],
    ['A-12.4', 1, 1, lastFour],
    ['A１２３４', 1, 1, lastFour],
    ['A9999', 1, 2, cannotParse],
    ['A1000', 9000, 2, cannotParse],
    ['9'.repeat(64), 1, 2, cannotParse],
  ])('%j by %i, %i of them: people scan', (lead, increment, units, says) => {
    const generated = generateSerials(lead, increment, units);
    expect('problem' in generated && sentence(generated.problem)).toBe(says);
  });
});
