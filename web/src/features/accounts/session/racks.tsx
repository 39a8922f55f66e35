const AISLES = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
const ROWS = 10;
const AISLE = 100;
const CELL_X = 34;
const CELL_Y = 42;
const TOP = 42;

/** How full a bin is drawn: a fixed formula without a visible pattern. */
const fillOf = (aisle: number, row: number, side: number) =>
  [0.14, 0, 0.06, 0.06][(aisle * 7 + row * 5 + side * 3 + ((aisle * row) % 3)) % 4];

/** A picker's route through the first aisles: up one, down the next. */
const PICK_ROUTE = 'M0 474H83V34H184V474H283V34H383V224';

/** A floor plan in the company's colour. Decorative: hidden from screen readers. */
export function Racks({ className }: { className: string }) {
  return (
    <svg className={className} viewBox="0 0 800 490" preserveAspectRatio="xMinYMid slice" aria-hidden="true">
      {AISLES.map((name, aisle) => (
        <g key={name} transform={`translate(${aisle * AISLE} 0)`}>
          <text x="33" y="26" textAnchor="middle" fontSize="13" fill="currentColor" opacity="0.72">
            {name}
          </text>
          {Array.from({ length: ROWS * 2 }, (_, cell) => {
            const [row, side] = [Math.floor(cell / 2), cell % 2];
            return (
              <rect
                key={`${name}${row}${side}`}
                x={0.5 + side * CELL_X}
                y={TOP + 0.5 + row * CELL_Y}
                width={31}
                height={38}
                rx={2.5}
                fill="currentColor"
                fillOpacity={fillOf(aisle, row, side)}
                stroke="currentColor"
                strokeOpacity={0.2}
              />
            );
          })}
        </g>
      ))}
      <path d={PICK_ROUTE} fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="2 5" />
      <circle cx="383" cy="230" r="6" fill="currentColor" />
    </svg>
  );
}
