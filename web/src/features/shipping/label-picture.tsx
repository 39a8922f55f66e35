import css from './shipping.module.css';

/** Widths of bars and spaces, as a label has them. */
const BARS = [2, 1, 1, 3, 1, 2, 2, 1, 3, 1, 1, 2, 1, 3, 2, 1, 2, 2, 1, 1, 3, 1, 2, 1, 1, 2];

const drawn = BARS.reduce<{ x: number; bars: { x: number; width: number }[] }>(
  ({ x, bars }, width, at) => ({ x: x + width, bars: at % 2 === 0 ? [...bars, { x, width }] : bars }),
  { x: 8, bars: [] },
).bars;

/** A small picture of a label: paper stays white, also in the dark. */
export function LabelPicture({ name, isEmpty }: { name: string; isEmpty: boolean }) {
  return (
    <svg
      className={css.picture}
      data-empty={isEmpty || undefined}
      viewBox="0 0 60 90"
      width="60"
      height="90"
      role="img"
      aria-label={name}
    >
      <rect x="0.5" y="0.5" width="59" height="89" rx="3" />
      {!isEmpty && (
        <g>
          <path d="M6 6h15v11H6zM25 7h20M25 12h28M25 17h14M6 24h48M6 30h28M6 36h36M6 42h22M6 49h48M10 85h40" />
          {drawn.map(({ x, width }) => (
            <path key={x} d={`M${x + width / 2} 55v24`} strokeWidth={width} />
          ))}
        </g>
      )}
    </svg>
  );
}
