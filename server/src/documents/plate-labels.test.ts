import { ownCode } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import { readPdf } from '../../test/pdf.ts';
import { moduleOf, scan } from '../../test/scan.ts';
import { drawPlateLabels, type LabelSheet, type PlateLabel } from './plate-labels.ts';

const plate: PlateLabel = {
  license: 'LP-1',
  company: 'Kestrel Tea',
  uom: 'Pallet',
  length: 48,
  width: 40.25,
  height: 1200,
  weight: 812.5,
  location: 'A-01',
  created_at: '2026-11-10T03:30:00.000Z',
  sscc: '',
};
const sheet: Omit<LabelSheet, 'labels'> = {
  language: 'en',
  timezone: 'America/New_York',
  measure: 'imperial',
  at: new Date('2026-11-15T05:00:00Z'),
};

const draw = async (labels: readonly Partial<PlateLabel>[], how: Partial<LabelSheet> = {}) => {
  const bytes = await drawPlateLabels({ ...sheet, ...how, labels: labels.map((label) => ({ ...plate, ...label })) });
  return readPdf(Buffer.from(bytes)).pages;
};

const MIL = 72 / 1000;
const [LASER, LABEL_PRINTER] = [600, 203];

describe('a scanner reads', () => {
  test.each<[string, string, boolean]>([
    ['a short number', 'LP-1', false],
    ['one character', '7', false],
    ['digits', '00123456789012345678', false],
    ['an odd number of digits', '123456789', false],
    ['capitals and small letters', 'PltA12b34Cd', false],
    ['a dash and a slash', 'PAL/2026-11/000045', false],
    ['a space and other signs', 'A 1+2=3 ~{x}^FNC1 %', false],
    ['forty digits upright', '1234567890123456789012345678901234567890', false],
    ['fifty digits along the long side', '12345678901234567890123456789012345678901234567890', true],
    ['forty letters along the long side', 'LICENSE-PLATE-OF-A-VERY-CAREFUL-CLIENT-X', true],
    ['64 digits', '9876543210'.repeat(7).slice(0, 64), true],
    ['64 mixed characters', 'aB3-/x7Q'.repeat(8), true],
    ['64 wide letters', 'W'.repeat(64), true],
  ])('%s', async (_what, license, isTurned) => {
    const [label] = await draw([{ license }]);
    if (!label) throw new Error('There is no page.');
    const { bars } = label;
    const code = ownCode('license', license) ?? license;
    expect(await scan(bars, LASER)).toEqual([code]);
    const module = moduleOf(bars);
    // Whole dots come out of a label printer as they are; the narrowest bars are for the longest numbers only.
    if (module > 8 * MIL) expect(await scan(bars, LABEL_PRINTER)).toEqual([code]);
    expect(module).toBeGreaterThan(7.49 * MIL);
    expect(label.isTurned).toBe(isTurned);
    const [across, down] = isTurned ? [432, 288] : [288, 432];
    const quiet = 10 * module;
    expect(Math.min(...bars.map(({ x }) => x)) - quiet).toBeGreaterThanOrEqual(0);
    expect(Math.max(...bars.map(({ x, width }) => x + width)) + quiet).toBeLessThanOrEqual(across);
    expect(Math.min(...bars.map(({ height }) => height))).toBeGreaterThan(0.5 * 72);
    expect(Math.max(...bars.map(({ y, height }) => y + height))).toBeLessThan(down);
    // Below the bars is what they say, complete, in one line.
    expect(label.text.at(-1)).toBe(code);
  });
});

describe('with an SSCC', () => {
  const sscc = '095212340000000013';
  test.each<[string, string]>([
    ['a short number', 'LP-1'],
    ['64 mixed characters along the long side', 'aB3-/x7Q'.repeat(8)],
    ['a number without bars', '托盘-0001'],
  ])('a scanner reads it, and the own code of %s', async (_what, license) => {
    const [label] = await draw([{ license, sscc }]);
    const own = ownCode('license', license) ?? license;
    const bars = label?.bars ?? [];
    const ofSscc = bars.filter(({ y }) => y === bars[0]?.y);
    const ofOwn = bars.filter(({ y }) => y !== bars[0]?.y);
    expect(await scan(ofSscc, LABEL_PRINTER)).toEqual([`(00)${sscc}`]);
    expect(ofOwn.length > 0 ? await scan(ofOwn, LASER) : ['none']).toEqual([license.startsWith('托') ? 'none' : own]);
    expect(label?.text).toContain('(00) 0 9521234 000000001 3');
    for (const { height } of bars) expect(height).toBeGreaterThan(0.35 * 72);
    const [one, other] = [ofSscc[0], ofOwn[0]];
    if (one && other) expect(other.y + other.height).toBeLessThan(one.y);
  });
});

test('a label shows the plate’s main data', async () => {
  const [label] = await draw([{}]);
  expect([label?.width, label?.height]).toEqual([288, 432]);
  expect(label?.text).toEqual([
    'Kestrel Tea',
    'LP-1',
    'Location',
    'A-01',
    'UOM',
    'Pallet',
    'Dimensions',
    '48 × 40.25 × 1,200 in',
    'Weight',
    '812.5 lb',
    'Created',
    'Nov 09, 2026',
    'LSP-LP-1-T',
  ]);
  const [other] = await draw([{ location: '', length: 1, width: 1, height: 1, weight: 1 }], {
    language: 'ch',
    measure: 'metric',
    timezone: 'Asia/Shanghai',
  });
  expect(other?.text.slice(2)).toEqual([
    '库位',
    '无库位',
    '单位',
    'Pallet',
    '尺寸',
    '未测量',
    '重量',
    '未测量',
    '创建日期',
    '2026年11月10日',
    'LSP-LP-1-T',
  ]);
});

test('long and Chinese names fit, and are cut before anything else is', async () => {
  const company = '杭州西湖龙井茶叶进出口贸易有限责任公司上海分公司';
  const [chinese, long] = await draw([{ company }, { company: 'Consolidated Trading '.repeat(12) }]);
  expect(chinese?.text.slice(0, 2).join('')).toContain(company);
  expect(long?.text[1]).toMatch(/…$/);
  expect(await scan(long?.bars ?? [], LASER)).toEqual(['LSP-LP-1-T']);
});

test.each(['托盘-0001', 'PÄL-1', 'A\tB', 'LP\n1', '😀'])('%j has no bars but a sentence', async (license) => {
  const [label] = await draw([{ license }]);
  expect(label?.bars).toEqual([]);
  expect(label?.text.slice(-2).join(' ')).toContain('Code 128 cannot hold this number');
});
