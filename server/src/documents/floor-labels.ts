import { type Language, ownCode, type ServerText, textFor } from '@longshore/contract';
import { code128 } from './code128.ts';
import { drawBars } from './draw-codes.ts';
import { fitText } from './fit-text.ts';
import { GREY, INK, openPaper, type Paper } from './paper.ts';

/** The label of a cart, a tote or a bin: its name, readable at arm's length, and as a barcode. */
export interface FloorLabel {
  kind: 'location' | 'cart' | 'tote';
  name: string;
  /** Where a bin is: empty for one in no aisle. */
  aisle?: string;
  position?: number;
  side?: string;
  level?: number;
}

export interface FloorLabelSheet {
  labels: readonly FloorLabel[];
  language: Language;
  at: Date;
}

/** Four by three inches. */
const WIDTH = 288;
const HEIGHT = 216;
const MARGIN = 14;
const BARS_HIGH = 74;
const ASCENT = 0.88;
const LINE = 1.2;

/** Carts have no code of their own: people choose them on the screen. */
const codeOf = ({ kind, name }: FloorLabel) => (kind === 'cart' ? name : (ownCode(kind, name) ?? name));

function captionOf({ kind, aisle, position, side, level }: FloorLabel, t: ServerText): string {
  if (kind === 'cart') return t('floorLabel.cart');
  if (kind === 'tote') return t('floorLabel.tote');
  if (!aisle) return t('floorLabel.location');
  const place = {
    aisle,
    position: String(position),
    side: side === 'R' ? t('floorLabel.right') : t('floorLabel.left'),
  };
  return t('floorLabel.place', { ...place, level: String(level) });
}

/** Lines from a top edge; returns where they end. */
function write(paper: Paper, text: string, top: number, face: { weight: 'regular' | 'bold'; largest: number }): number {
  const room = { width: WIDTH - 2 * MARGIN, lines: 2, largest: face.largest, smallest: 8 };
  const { lines, size } = fitText(text, room, (part, points) =>
    paper.widthOf(part, { weight: face.weight, size: points }),
  );
  for (const [index, line] of lines.entries())
    paper.write(line, MARGIN, top + size * (ASCENT + index * LINE), {
      weight: face.weight,
      size,
      colour: face.weight === 'bold' ? INK : GREY,
    });
  return top + lines.length * size * LINE;
}

async function drawLabel(paper: Paper, label: FloorLabel, t: ServerText): Promise<void> {
  const end = write(paper, captionOf(label, t), MARGIN, { weight: 'regular', largest: 13 });
  write(paper, label.name, end + 4, { weight: 'bold', largest: 54 });
  const text = codeOf(label);
  const bars = await code128(text);
  const box = {
    left: 0,
    width: WIDTH,
    top: HEIGHT - MARGIN - 18 - BARS_HIGH,
    height: BARS_HIGH,
    align: 'centre',
  } as const;
  // A name that has no bars, or too many for the label, is typed.
  if (bars && drawBars(paper, bars, box))
    paper.writeCentred(text, WIDTH / 2, HEIGHT - MARGIN - 4, { weight: 'regular', size: 11 });
}

/** One page for each, in the given order. */
export async function drawFloorLabels({ labels, language, at }: FloorLabelSheet): Promise<Uint8Array> {
  const t = textFor(language);
  const paper = await openPaper({ size: [WIDTH, HEIGHT], title: t('floorLabel.title'), at });
  for (const label of labels) {
    await paper.page();
    await drawLabel(paper, label, t);
  }
  return paper.finish();
}
