/** Something to do that is typed into the palette, in either language. */
export type Command =
  | { kind: 'adjust'; code: string; quantity: number }
  | { kind: 'put'; license: string; location: string }
  | { kind: 'switch'; search: string };

const ADJUST = /^(?:adjust\s|调整)\s*(\S.*?)\s+([+＋\-−–－]?)\s?(\d{1,9})$/i;
const PUT = [/^put\s+(\S.*?)\s+(?:in|into|to)\s+(\S.*)$/i, /^(?:把|将)?\s*(\S.*?)\s*(?:放到|放入|上架到)\s*(\S.*)$/];
const SWITCH = /^(?:switch(?:\s+to(?=\s|$))?|切换(?:到|至)?)(?:\s+|(?<=[到至换])|$)(.*)$/i;

/** `adjust KC-COL-250 −4`, `put LP-0012 in A-04-2`, `switch to Northfield`; undefined when the text is a search. */
export function parseCommand(text: string): Command | undefined {
  const typed = text.trim();
  const [, code, sign, digits] = ADJUST.exec(typed) ?? [];
  if (code && digits) {
    const quantity = Number(digits) * (sign && !/[+＋]/.test(sign) ? -1 : 1);
    return quantity === 0 ? undefined : { kind: 'adjust', code, quantity };
  }
  for (const pattern of PUT) {
    const [, license, location] = pattern.exec(typed) ?? [];
    if (license && location) return { kind: 'put', license, location };
  }
  const [, search] = SWITCH.exec(typed) ?? [];
  return search === undefined ? undefined : { kind: 'switch', search: search.trim() };
}
