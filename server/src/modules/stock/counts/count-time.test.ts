import { expect, test } from 'vitest';
import { readCountedTime } from './count-time.ts';

test.each([
  ['2026-11-15T10:30:00Z', { kind: 'moment', text: '2026-11-15T10:30:00Z' }],
  ['2026-11-15T10:30:00.250+02:00', { kind: 'moment', text: '2026-11-15T10:30:00.250+02:00' }],
  ['2026-11-15 10:30 -0800', { kind: 'moment', text: '2026-11-15T10:30:00-0800' }],
  ['2026-11-15 10:30', { kind: 'local', text: '2026-11-15 10:30:00' }],
  ['2026-11-15 9:05:07', { kind: 'local', text: '2026-11-15 09:05:07' }],
  ['2026-11-15T10:30', { kind: 'local', text: '2026-11-15 10:30:00' }],
  ['10:30', { kind: 'time', text: '10:30:00' }],
  ['9:30:15', { kind: 'time', text: '09:30:15' }],
  ['2026-02-30 10:30', undefined],
  ['2026-13-01 10:30', undefined],
  ['2026-11-15', undefined],
  ['2026-11-15 25:00', undefined],
  ['10:61', undefined],
  ['10', undefined],
  ['11/15/2026 10:30', undefined],
  ['noon', undefined],
  ['', undefined],
])('%s', (text, time) => {
  expect(readCountedTime(text)).toEqual(time);
});
