import { type Elements, isIdentifier, isValueOf } from './gs1-elements.ts';

/** The longest text that is read as a link. */
export const LINK_MAX = 500;

/** What a link can be about; its path may have anything before it. */
const PRIMARY = new Set('00 01 253 255 401 402 414 417 8003 8004 8006 8010 8013 8017 8018'.split(' '));

const LINK = /^https?:\/\/[^/?#\s]+\/([^?#\s]*)(?:\?([^#\s]*))?(?:#\S*)?$/i;

export const isWebLink = (text: string): boolean => /^https?:\/\//i.test(text.trimStart());

/** Decodes percent-encoding; undefined when it is malformed, or has characters that no GS1 value has. */
function decoded(text: string): string | undefined {
  try {
    const value = decodeURIComponent(text);
    return /^[!-~]+$/.test(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A link may have a GTIN of 8, 12 or 13 digits, as it is printed; GS1 data has 14. */
const inFull = (identifier: string, value: string): string =>
  identifier === '01' && /^(\d{8}|\d{12}|\d{13})$/.test(value) ? value.padStart(14, '0') : value;

/** Adds the pairs of identifier and value; undefined when one of them is malformed or comes twice. */
function withPairs(elements: Elements, pairs: readonly (readonly string[])[]): Elements | undefined {
  const all = new Map(elements);
  for (const [identifier = '', written = ''] of pairs) {
    const value = inFull(identifier, decoded(written) ?? '');
    if (!isIdentifier(identifier) || all.has(identifier) || !isValueOf(identifier, value)) return undefined;
    all.set(identifier, value);
  }
  return all;
}

/** `01/09521234543213/10/LOT`, wherever in the path it begins. */
function elementsOfPath(path: string): Elements | undefined {
  const parts = path.replace(/\/$/, '').split('/');
  for (const [at, part] of parts.entries()) {
    if (!PRIMARY.has(part) || (parts.length - at) % 2) continue;
    const pairs = Array.from({ length: (parts.length - at) / 2 }, (_, n) => parts.slice(at + 2 * n, at + 2 * n + 2));
    const elements = withPairs(new Map(), pairs);
    if (elements) return elements;
  }
  return undefined;
}

/** The application identifiers in the query of a link; other parameters are for web sites. */
const pairsOfQuery = (query: string) =>
  query
    .split(/[&;]/)
    .map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)])
    .filter(([name = '']) => isIdentifier(name));

/**
 * The elements of a GS1 Digital Link of any host, `https://id.gs1.org/01/09521234543213/10/LOT?17=271231`; undefined
 * when it is none, compressed or malformed.
 */
export function elementsOfLink(text: string): Elements | undefined {
  const link = text.trim();
  const [, path = '', query = ''] = (link.length <= LINK_MAX && LINK.exec(link)) || [];
  const elements = elementsOfPath(path);
  return elements && withPairs(elements, pairsOfQuery(query));
}
