/** Ends an element of variable length; scanners send it as the character 29. */
export const GROUP_SEPARATOR = '\u001d';

const MAX_VARIABLE = 30;

/** Total digits after the identifier, by its first two digits; any other element ends at a separator. */
const FIXED: Record<string, number> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '03': 14,
  '04': 16,
  '20': 2,
  '41': 13,
  ...Object.fromEntries(['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((start) => [start, 6])),
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map((start) => [start, 6])),
};

/** How many digits an application identifier has, by its first two. */
function identifierLength(start: string): number {
  if (/^(00|01|02|1[0-35-7]|2[0-2]|30|37|9\d)$/.test(start)) return 2;
  if (/^(23|24|25|40|41|42|71)$/.test(start)) return 3;
  if (/^(3[1-69]|43|7[02]|8[0-2])$/.test(start)) return 4;
  return 0;
}

/** The values of GS1 data by their application identifiers. */
export type Elements = ReadonlyMap<string, string>;

interface GsElement {
  identifier: string;
  value: string;
  /** Where the next element or a separator begins. */
  end: number;
}

/** The end of a value of any length: the next separator, or the end of the data. */
function endOfVariable(data: string, from: number): number {
  const separator = data.indexOf(GROUP_SEPARATOR, from);
  return separator < 0 ? data.length : separator;
}

const isFixedValue = (value: string, length: number) => /^\d+$/.test(value) && value.length === length;
const isVariableValue = (value: string) => value !== '' && value.length <= MAX_VARIABLE;

/** Whether there is such an application identifier. */
export const isIdentifier = (text: string): boolean =>
  /^\d{2,4}$/.test(text) && identifierLength(text.slice(0, 2)) === text.length;

/** Whether an identifier may have this value, by its length and digits. */
export function isValueOf(identifier: string, value: string): boolean {
  const fixed = FIXED[identifier.slice(0, 2)];
  return fixed === undefined ? isVariableValue(value) : isFixedValue(value, fixed);
}

/** The element that begins there; undefined when it is malformed. */
function elementAt(data: string, at: number): GsElement | undefined {
  const start = data.slice(at, at + 2);
  const length = identifierLength(start);
  const identifier = data.slice(at, at + length);
  if (!isIdentifier(identifier)) return undefined;
  const from = at + length;
  const fixed = FIXED[start];
  const end = fixed === undefined ? endOfVariable(data, from) : from + fixed;
  const value = data.slice(from, end);
  return isValueOf(identifier, value) ? { identifier, value, end } : undefined;
}

/** Splits the data into its elements; undefined when it is malformed. */
export function elementsOf(data: string): Elements | undefined {
  const elements = new Map<string, string>();
  let at = 0;
  while (at < data.length) {
    if (data[at] === GROUP_SEPARATOR) {
      at += 1;
      continue;
    }
    const element = elementAt(data, at);
    if (!element || elements.has(element.identifier)) return undefined;
    elements.set(element.identifier, element.value);
    at = element.end;
  }
  return elements.size ? elements : undefined;
}
