/** Something of a known height that is drawn from a top edge. */
export interface Piece {
  height: number;
  draw(top: number): void;
  /** Drawn above it when it begins a page: the headings of its table. */
  head?: Piece | undefined;
  /** It is never the last on a page. */
  keepsNext?: boolean | undefined;
}

/** The height of a piece with those that must be on its page. */
function heightWithNext(pieces: readonly Piece[], from: number): number {
  let height = 0;
  for (const piece of pieces.slice(from)) {
    height += piece.height;
    if (!piece.keepsNext) break;
  }
  return height;
}

/** Distributes pieces over pages. A piece that is taller than a page has one of its own. */
export function paginate(pieces: readonly Piece[], firstTop: number, top: number, bottom: number): Piece[][] {
  let page: Piece[] = [];
  const pages = [page];
  let y = firstTop;
  for (const [index, piece] of pieces.entries()) {
    if (y + heightWithNext(pieces, index) > bottom && page.length > 0) {
      page = piece.head ? [piece.head] : [];
      pages.push(page);
      y = top + (piece.head?.height ?? 0);
    }
    page.push(piece);
    y += piece.height;
  }
  return pages;
}

/** Draws the pieces of a page one below the other; returns where they end. */
export function drawPieces(pieces: readonly Piece[], top: number): number {
  let y = top;
  for (const piece of pieces) {
    piece.draw(y);
    y += piece.height;
  }
  return y;
}
