/** The width of a text at the size it is measured for. */
export type Measure = (text: string) => number;

const ANYWHERE =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u3000-\\u303f\\uff00-\\uffef';
/** Full-width marks that may not begin a line: full stops, commas, closing brackets. */
const CLOSING = '\\u3001\\u3002\\u3009\\u300b\\u300d\\u300f\\u3011\\uff01\\uff09\\uff0c\\uff0e\\uff1a\\uff1b\\uff1f';
const PIECE = new RegExp(`[${ANYWHERE}][${CLOSING}]*|[^\\s${ANYWHERE}]+[${CLOSING}]*\\s*|\\s+`, 'gu');

/** A word with the space after it, or one character of a script that breaks anywhere with the marks after it. */
const pieces = (text: string) => text.match(PIECE) ?? [];

/** Breaks between words, between Chinese characters anywhere, and inside a word only when it is wider than the line. */
export function breakLines(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const end = () => {
    if (line.trim()) lines.push(line.trim());
    line = '';
    used = 0;
  };
  const add = (piece: string) => {
    line += piece;
    used += measure(piece);
  };
  for (const piece of pieces(text)) {
    if (used + measure(piece.trimEnd()) > width) end();
    if (measure(piece.trimEnd()) <= width) {
      add(piece);
      continue;
    }
    for (const character of piece) {
      if (used + measure(character) > width) end();
      add(character);
    }
  }
  end();
  return lines;
}

const ELLIPSIS = '…';

/** The same with a maximum number of lines; the rest is replaced by an ellipsis. */
export function cutLines(text: string, width: number, most: number, measure: Measure): string[] {
  const lines = breakLines(text, width, measure);
  if (lines.length <= most) return lines;
  const shown = lines.slice(0, most);
  let last = [...(shown[most - 1] ?? '')];
  while (last.length && measure(last.join('') + ELLIPSIS) > width) last = last.slice(0, -1);
  return [...shown.slice(0, -1), last.join('') + ELLIPSIS];
}

export interface Room {
  width: number;
  lines: number;
  /** Font sizes to choose from, in points. */
  largest: number;
  smallest: number;
}

export interface Fitted {
  size: number;
  lines: string[];
}

/** The largest size at which the complete text fits; at the smallest it is cut. */
export function fitText(text: string, room: Room, measure: (text: string, size: number) => number): Fitted {
  for (let size = room.largest; size > room.smallest; size -= size > 16 ? 1 : 0.5) {
    const lines = breakLines(text, room.width, (part) => measure(part, size));
    if (lines.length <= room.lines) return { size, lines };
  }
  const { smallest: size } = room;
  return { size, lines: cutLines(text, room.width, room.lines, (part) => measure(part, size)) };
}
