import { expect, it } from 'vitest';
import { shell as ch } from '../../../../contract/src/text/ch/shell.ts';
import { shell as en } from '../../../../contract/src/text/en/shell.ts';
import { type Command, parseCommand } from './palette-commands.ts';

/** The Chinese words include the English ones. */
const words = ch.commandWords;

it.each<[string, Command | undefined]>([
  ['adjust KC-COL-250 -4', { kind: 'adjust', code: 'KC-COL-250', quantity: -4 }],
  ['Adjust KC-COL-250 −4', { kind: 'adjust', code: 'KC-COL-250', quantity: -4 }],
  ['adjust OLD SKU 7 +12', { kind: 'adjust', code: 'OLD SKU 7', quantity: 12 }],
  ['adjust KC-COL-250 4', { kind: 'adjust', code: 'KC-COL-250', quantity: 4 }],
  ['调整 KC-COL-250 －4', { kind: 'adjust', code: 'KC-COL-250', quantity: -4 }],
  ['调整KC-COL-250 4', { kind: 'adjust', code: 'KC-COL-250', quantity: 4 }],
  ['adjust KC-COL-250 0', undefined],
  ['adjust KC-COL-250', { kind: 'adjust item', code: 'KC-COL-250' }],
  ['调整KC-COL', { kind: 'adjust item', code: 'KC-COL' }],
  ['adjust K', undefined],
  ['adjust', undefined],
  ['adjust the shelf', undefined],
  ['adjustable shelf 4', undefined],
  ['put LP-0012 in A-04-2', { kind: 'put', license: 'LP-0012', location: 'A-04-2' }],
  ['PUT lp-0012 into Dock 1', { kind: 'put', license: 'lp-0012', location: 'Dock 1' }],
  ['LP-0012 放到 A-04-2', { kind: 'put', license: 'LP-0012', location: 'A-04-2' }],
  ['把 LP-0012 上架到 A-04-2', { kind: 'put', license: 'LP-0012', location: 'A-04-2' }],
  ['put LP-0012', undefined],
  ['switch to Northfield', { kind: 'switch', search: 'Northfield' }],
  ['switch to', { kind: 'switch', search: '' }],
  ['switch north', { kind: 'switch', search: 'north' }],
  ['切换到北田', { kind: 'switch', search: '北田' }],
  ['切换 北田', { kind: 'switch', search: '北田' }],
  ['switchboard', undefined],
  ['KC-COL-250', undefined],
  ['', undefined],
])('%s', (text, command) => {
  expect(parseCommand(text, words)).toEqual(command);
  if (/^[ -~\u2212]*$/.test(text)) expect(parseCommand(text, en.commandWords)).toEqual(command);
});
