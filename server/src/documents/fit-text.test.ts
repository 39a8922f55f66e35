import { describe, expect, test } from 'vitest';
import { breakLines, cutLines, fitText } from './fit-text.ts';

/** Every character is one wide, a Chinese one two. */
const measure = (text: string) => [...text].reduce((sum, each) => sum + (/\p{Script=Han}/u.test(each) ? 2 : 1), 0);

describe('breaking', () => {
  test.each<[string, number, string[]]>([
    ['', 10, []],
    ['green tea', 10, ['green tea']],
    ['green tea', 9, ['green tea']],
    ['green tea', 8, ['green', 'tea']],
    ['LP-0001234567', 5, ['LP-00', '01234', '567']],
    ['tea LP-0001234567', 5, ['tea', 'LP-00', '01234', '567']],
    ['西湖龙井茶叶', 8, ['西湖龙井', '茶叶']],
    ['西湖 Longjing 茶', 8, ['西湖', 'Longjing', '茶']],
    ['a  b', 4, ['a  b']],
  ])('%j in %i', (text, width, lines) => {
    expect(breakLines(text, width, measure)).toEqual(lines);
  });
});

describe('cutting', () => {
  test.each<[string, number, string[]]>([
    ['one two', 2, ['one', 'two']],
    ['one two three', 2, ['one', 'two…']],
    ['西湖龙井', 1, ['西…']],
    ['eleven', 1, ['ele…']],
  ])('%j to %i lines of four', (text, most, lines) => {
    expect(cutLines(text, 4, most, measure)).toEqual(lines);
  });
});

describe('fitting', () => {
  const sized = (text: string, size: number) => measure(text) * size;
  const room = { width: 100, lines: 1, largest: 20, smallest: 5 };
  test.each<[string, number, string[]]>([
    ['abc', 20, ['abc']],
    ['abcdefghij', 10, ['abcdefghij']],
    ['a'.repeat(20), 5, ['a'.repeat(20)]],
    ['a'.repeat(21), 5, [`${'a'.repeat(19)}…`]],
  ])('%j', (text, size, lines) => {
    expect(fitText(text, room, sized)).toEqual({ size, lines });
  });
});
