/**
 * A statement, or a part of one, in a source file: `sql<Row>` and the template behind it.
 * @typedef {object} Site
 * @property {number} start where `sql` begins
 * @property {number} tagEnd where the template's backtick is
 * @property {string | undefined} row the row type, if one is given
 * @property {string} source its text with `\u0000` for each value, as the tests record it
 * @property {{ start: number, end: number }[]} values where its values are written
 */

const VALUE = '\u0000';

/** The end of `<…>` that begins at `at`, or `at` when there is none. @param {string} text @param {number} at */
function endOfTypes(text, at) {
  if (text[at] !== '<') return at;
  for (let place = at, depth = 0; place < text.length; place++) {
    if (text[place] === '<') depth++;
    else if (text[place] === '>' && text[place - 1] !== '=' && --depth === 0) return place + 1;
  }
  return at;
}

/** The end of a string that begins at `at`. @param {string} text @param {number} at */
function endOfString(text, at) {
  let place = at + 1;
  while (place < text.length && text[place] !== text[at]) place += text[place] === '\\' ? 2 : 1;
  return place;
}

/** The place of the brace that ends the value that begins at `at`. @param {string} text @param {number} at */
function endOfValue(text, at) {
  for (let place = at, depth = 0; place < text.length; place++) {
    const character = text[place];
    if (character === '`') place = readTemplate(text, place).end;
    else if (character === "'" || character === '"') place = endOfString(text, place);
    else if (character === '{') depth++;
    else if (character === '}' && depth-- === 0) return place;
  }
  return text.length;
}

/** The template whose backtick is at `at`. @param {string} text @param {number} at */
function readTemplate(text, at) {
  const values = [];
  let source = '';
  let place = at + 1;
  while (place < text.length && text[place] !== '`') {
    if (text.startsWith('${', place)) {
      const end = endOfValue(text, place + 2);
      values.push({ start: place + 2, end });
      source += VALUE;
      place = end + 1;
    } else {
      const length = text[place] === '\\' ? 2 : 1;
      source += text.slice(place, place + length);
      place += length;
    }
  }
  return { end: place, source, values };
}

/** All statements and parts of a source file, those inside of others included. @param {string} text @returns {Site[]} */
export function sitesOf(text) {
  const sites = [];
  for (const { index } of text.matchAll(/(?<![\w.'"`])sql(?=[<`])/g)) {
    const tagEnd = endOfTypes(text, index + 3);
    if (text[tagEnd] !== '`') continue;
    const row = tagEnd > index + 3 ? text.slice(index + 4, tagEnd - 1) : undefined;
    const { source, values } = readTemplate(text, tagEnd);
    sites.push({ start: index, tagEnd, row, source, values });
  }
  return sites;
}
