/** Where statements must include the scope: they find rows of clients by an id. */

const TEMPLATE = /\bsql(?:<(?:[^<>`]|<[^<>`]*>)*>)?`/g;

/** The end of a template literal, past nested ones. */
function endOfTemplate(source: string, start: number): number {
  for (let at = start; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === '`') return at;
    else if (source.startsWith('${', at)) at = endOfHole(source, at + 2);
  }
  return source.length;
}

function endOfHole(source: string, start: number): number {
  for (let at = start, depth = 0; at < source.length; at++) {
    if (source[at] === '`') at = endOfTemplate(source, at + 1);
    else if (source[at] === '{') depth++;
    else if (source[at] === '}' && depth-- === 0) return at;
  }
  return source.length;
}

/** The outermost SQL templates of a source file. */
export function statementsOf(source: string): string[] {
  const found: string[] = [];
  TEMPLATE.lastIndex = 0;
  for (let match = TEMPLATE.exec(source); match; match = TEMPLATE.exec(source)) {
    const end = endOfTemplate(source, TEMPLATE.lastIndex);
    found.push(source.slice(TEMPLATE.lastIndex, end));
    TEMPLATE.lastIndex = end;
  }
  return found;
}

/** Compared with a value, not with a column of another table. */
const BY_ID = /(?<![\w'])(?:\w+\.)?(?!user_id\b)(?:id|\w+_id) (?:=|in|= any\()\s*\(?\$\{(?!sql\.ref\()/;
const CARRIES_SCOPE = /inScope(?:OrShared)?\(|\bclient_id = \$\{|visible\(actor\)/;

/** The statements of a source file that find rows of these tables by an id without a condition on the client. */
export function unscopedQueries(source: string, tables: readonly string[]): string[] {
  const readsTable = new RegExp(`(?<!distinct )\\b(?:from|join|update|using)\\s+(?:(?:${tables.join('|')})\\b|\\$\\{)`);
  return statementsOf(source)
    .filter((text) => readsTable.test(text) && BY_ID.test(text) && !CARRIES_SCOPE.test(text))
    .map((text) => text.replace(/\s+/g, ' ').trim());
}
