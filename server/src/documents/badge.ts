import { type Language, textFor } from '@longshore/contract';
import { makeDocumentFormat } from './document-format.ts';
import { drawQr } from './draw-codes.ts';
import { type Fitted, fitText, type Room } from './fit-text.ts';
import type { Weight } from './fonts.ts';
import { GREY, INK, openPaper, type Paper } from './paper.ts';
import { qrCode } from './qr.ts';

export interface BadgePaper {
  name: string;
  company: string;
  code: string;
  /** Null for a badge that does not expire. */
  expires_at: string | null;
  language: Language;
  timezone: string;
  at: Date;
}

/** Four by three inches: a label, or a card in a holder. */
const WIDTH = 288;
const HEIGHT = 216;
const MARGIN = 14;
const QR_SIDE = 132;
const LINE = 1.2;
const ASCENT = 0.88;

function writeFitted(paper: Paper, text: string, weight: Weight, at: { x: number; top: number }, room: Room): number {
  const { lines, size }: Fitted = fitText(text, room, (part, ofSize) => paper.widthOf(part, { weight, size: ofSize }));
  for (const [index, line] of lines.entries())
    paper.write(line, at.x, at.top + size * (ASCENT + index * LINE), { weight, size });
  return at.top + lines.length * size * LINE;
}

/** The person in large letters and the code as a QR. The code is not printed as text: nobody should read it off. */
export async function drawBadge(badge: BadgePaper): Promise<Uint8Array> {
  const t = textFor(badge.language);
  const format = makeDocumentFormat(badge.language, badge.timezone);
  const paper = await openPaper({ size: [WIDTH, HEIGHT], title: t('badgePaper.title'), at: badge.at });
  const code = await qrCode(badge.code);
  await paper.page();
  const width = WIDTH - 2 * MARGIN;
  const below = writeFitted(
    paper,
    badge.company,
    'regular',
    { x: MARGIN, top: MARGIN },
    { width, lines: 1, largest: 12, smallest: 7 },
  );
  paper.rule(MARGIN, WIDTH - MARGIN, below + 4, INK);
  const top = below + 14;
  drawQr(paper, code, MARGIN - 8, top, QR_SIDE);
  const x = MARGIN + QR_SIDE;
  const room = WIDTH - MARGIN - x;
  const named = writeFitted(
    paper,
    badge.name,
    'bold',
    { x, top: top + 8 },
    { width: room, lines: 3, largest: 24, smallest: 9 },
  );
  const kind = badge.expires_at
    ? t('badgePaper.once', { until: format.moment(new Date(badge.expires_at)) })
    : t('badgePaper.personal');
  writeFitted(paper, kind, 'regular', { x, top: named + 8 }, { width: room, lines: 3, largest: 11, smallest: 7 });
  paper.write(t('badgePaper.lost'), MARGIN, HEIGHT - MARGIN, { weight: 'regular', size: 8, colour: GREY });
  return paper.finish();
}
