/** Widths of bars and spaces of the characters of Code 128, by their values; the last one is the stop. */
const WIDTHS = `
212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132
122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212
322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311
112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321
331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214
112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212
124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113
411311 113141 114131 311141 411131 211412 211214 211232 2331112
`
  .trim()
  .split(/\s+/);
const START_B = 104;
const STOP = 106;
/** Without a quiet zone on both sides a scanner does not find the beginning. */
const QUIET = 10;

/**
 * The widths of the bars and spaces of a text, beginning with a bar: Code 128 in set B, for printable ASCII characters.
 */
export function code128Widths(text: string): number[] {
  const values = [START_B, ...[...text].map((character) => character.charCodeAt(0) - 32)];
  const check = values.reduce((sum, value, at) => sum + value * Math.max(1, at), 0) % 103;
  return [...values, check, STOP].flatMap((value) => [...(WIDTHS[value] ?? '')].map(Number));
}

/** A short code to be scanned from the screen. */
export function Barcode({ text, label, className }: { text: string; label: string; className?: string | undefined }) {
  const widths = code128Widths(text);
  const modules = widths.reduce((sum, width) => sum + width, 0);
  let at = QUIET;
  const bars = widths.flatMap((width, index) => {
    const from = at;
    at += width;
    return index % 2 === 0 ? [{ from, width }] : [];
  });
  return (
    // White in the dark theme as well: scanners read dark bars.
    <svg
      className={className}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules + 2 * QUIET} 40`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#ffffff" />
      {bars.map(({ from, width }) => (
        <rect key={from} x={from} y={4} width={width} height={32} fill="#000000" />
      ))}
    </svg>
  );
}
