/** Something to do that is typed into the palette. */
export type Command =
  | { kind: 'adjust'; code: string; quantity: number }
  /** The change is still to be typed. */
  | { kind: 'adjust item'; code: string }
  | { kind: 'put'; license: string; location: string }
  | { kind: 'switch'; search: string };

/** The words of the commands in the user's language, those of a kind separated by commas; longer ones come first. */
export interface CommandWords {
  adjust: string;
  put: string;
  into: string;
  switchTo: string;
}

/** Words with spaces around them, as in English, and words without, as in Chinese. */
function splitWords(words: string): { spaced: string; unspaced: string } {
  const all = words.split(',');
  const isSpaced = (word: string) => /^[a-z ]+$/i.test(word);
  return { spaced: all.filter(isSpaced).join('|'), unspaced: all.filter((word) => !isSpaced(word)).join('|') };
}

/** The text after one of the words that it begins with; undefined when it begins with none. */
function textAfter(words: string, text: string): string | undefined {
  const { spaced, unspaced } = splitWords(words);
  const found = new RegExp(`^(?:${spaced})(?:\\s+(.*))?$`, 'i').exec(text);
  if (found) return found[1] ?? '';
  return unspaced ? new RegExp(`^(?:${unspaced})\\s*(.*)$`).exec(text)?.[1] : undefined;
}

const CODE_LENGTH_MIN = 2;
const CODE_AND_QUANTITY = /^(\S.*?)\s+([+\uff0b\-\u2212\u2013\uff0d]?)\s?(\d{1,9})$/;

function parseAdjustment(text: string, words: string): Command | undefined {
  const [, code, sign, digits] = CODE_AND_QUANTITY.exec(textAfter(words, text) ?? '') ?? [];
  const quantity = Number(digits ?? 0) * (sign && !/[+\uff0b]/.test(sign) ? -1 : 1);
  return code && quantity !== 0 ? { kind: 'adjust', code, quantity } : undefined;
}

/** `adjust KC-COL-250`: the code of an item has no spaces until a change follows it. */
function parseAdjustedItem(text: string, words: string): Command | undefined {
  const code = textAfter(words, text)?.trim() ?? '';
  return code.length >= CODE_LENGTH_MIN && !/\s/.test(code) ? { kind: 'adjust item', code } : undefined;
}

function parsePutting(text: string, { put, into }: CommandWords): Command | undefined {
  const { spaced, unspaced } = splitWords(into);
  const pair = (between: string, body: string | undefined) =>
    between && body ? new RegExp(`^(\\S.*?)${between}(\\S.*)$`, 'i').exec(body) : null;
  const body = textAfter(put, text);
  // Without spaces between words the verb in the middle is enough.
  const found = pair(unspaced && `\\s*(?:${unspaced})\\s*`, body ?? text) ?? pair(`\\s+(?:${spaced})\\s+`, body);
  const [, license, location] = found ?? [];
  return license && location ? { kind: 'put', license, location } : undefined;
}

/**
 * `adjust KC-COL-250 −4`, `adjust KC-COL-250`, `put LP-0012 in A-04-2`, `switch to Northfield`; undefined when the text
 * is a search.
 */
export function parseCommand(text: string, words: CommandWords): Command | undefined {
  const typed = text.trim();
  const command =
    parseAdjustment(typed, words.adjust) ?? parsePutting(typed, words) ?? parseAdjustedItem(typed, words.adjust);
  if (command) return command;
  const search = textAfter(words.switchTo, typed);
  return search === undefined ? undefined : { kind: 'switch', search: search.trim() };
}
