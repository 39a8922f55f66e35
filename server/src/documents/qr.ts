/** The dark squares of a QR code, in modules. */
export interface Squares {
  dark: readonly { x: number; y: number }[];
  /** Modules per side. */
  modules: number;
}

/** Quiet zone on all sides, in modules. */
export const QR_QUIET_MODULES = 4;

/** The QR code of a text; it is still read when 15 % of it is damaged. */
export async function qrCode(text: string): Promise<Squares> {
  const { default: bwip } = await import('bwip-js/node');
  const [symbol] = bwip.raw('qrcode', text, { eclevel: 'M' } as never);
  if (!symbol || !('pixs' in symbol)) throw new Error('QR came back as another kind of code.');
  const { pixs, pixx: modules } = symbol;
  const dark: { x: number; y: number }[] = [];
  for (const [index, pixel] of pixs.entries())
    if (pixel === 1) dark.push({ x: index % modules, y: Math.floor(index / modules) });
  return { dark, modules };
}
