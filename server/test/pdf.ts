import { inflateSync } from 'node:zlib';

/** Reads a PDF that we drew ourselves. */
export interface ReadPdf {
  title: string;
  pages: ReadPage[];
}

export interface ReadPage {
  width: number;
  height: number;
  text: string[];
  /** The baseline of each text, from the upper left; only of pages that are not turned. */
  places: { x: number; y: number }[];
  bars: Bar[];
  isTurned: boolean;
  hasPicture: boolean;
}

export interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Objects = Map<number, { dict: string; stream: string | undefined }>;

function objectsOf(source: string): Objects {
  const objects: Objects = new Map();
  for (const [, id, body = ''] of source.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const at = body.indexOf('\nstream\n');
    const dict = at < 0 ? body : body.slice(0, at);
    const bytes = at < 0 ? undefined : Buffer.from(body.slice(at + 8, body.lastIndexOf('\nendstream')), 'latin1');
    const isPacked = bytes && dict.includes('/FlateDecode');
    objects.set(Number(id), { dict, stream: (isPacked ? inflateSync(bytes) : bytes)?.toString('latin1') });
  }
  return objects;
}

const refOf = (dict: string, name: string) => Number(new RegExp(`/${name} (\\d+) 0 R`).exec(dict)?.[1]);
const unicode = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');

/** Maps glyph numbers of a font back to characters, by the table used to copy text out of a PDF. */
function charactersOf(table: string): string[] {
  const characters: string[] = [];
  for (const [, from = '', list = ''] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g))
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries())
      characters[Number.parseInt(from, 16) + index] = unicode(hex);
  return characters;
}

/** Each piece of text, in the order of drawing. */
function textOf(content: string, fonts: Map<string, string[]>): string[] {
  let font: string[] = [];
  const written: string[] = [];
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name) ?? [];
    else {
      const glyphs = [...(shown ?? '').matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
      written.push(glyphs.map((glyph) => font[Number.parseInt(glyph, 16)] ?? '\ufffd').join(''));
    }
  }
  return written;
}

const placesOf = (content: string, height: number) =>
  [...content.matchAll(/1 0 0 1 ([\d.-]+) ([\d.-]+) Tm/g)].map(([, x, y]) => ({ x: Number(x), y: height - Number(y) }));

const barsOf = (content: string): Bar[] =>
  [...content.matchAll(/([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re/g)].map(([, ...parts]) => {
    const [x = 0, y = 0, width = 0, height = 0] = parts.map(Number);
    return { x, y, width, height };
  });

export function readPdf(bytes: Buffer): ReadPdf {
  const source = bytes.toString('latin1');
  if (!source.startsWith('%PDF-')) throw new Error('This is no PDF.');
  const objects = objectsOf(source);
  const fonts = new Map<string, string[]>();
  for (const { dict } of objects.values())
    for (const [, name = '', id] of dict.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = objects.get(refOf(objects.get(Number(id))?.dict ?? '', 'ToUnicode'))?.stream;
      fonts.set(name, charactersOf(table ?? ''));
    }
  const pages = [...objects.values()].filter(({ dict }) => /\/Type \/Page\b(?!s)/.test(dict));
  return {
    title: source.match(/\/Title \(([^)]*)\)/)?.[1] ?? '',
    pages: pages.map(({ dict }) => {
      const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(dict) ?? [];
      const content = objects.get(refOf(dict, 'Contents'))?.stream ?? '';
      const turn = /\n0 1 -1 0 [\d.]+ [\d.]+ cm/.test(content);
      const about = { width: Number(width), height: Number(height), isTurned: turn, hasPicture: / Do\b/.test(content) };
      const places = placesOf(content, about.height);
      return { ...about, text: textOf(content, fonts), places, bars: barsOf(content) };
    }),
  };
}
