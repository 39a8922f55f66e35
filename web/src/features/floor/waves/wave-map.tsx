import type { WaveMap as Floor, WaveStop } from '@longshore/contract';
import { useText } from '../../../lib/text/text.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { drawMap } from './map-rules.ts';
import css from './waves.module.css';

/** Longer names of aisles would cover their neighbours. */
const NAME_MAX = 5;

/** A stop is pointed at, with the totes that its goods go into. */
export interface Pointed {
  number: number;
  totes: readonly string[];
}

interface MapProps {
  map: Floor;
  stops: readonly WaveStop[];
  onPoint?: (stop: Pointed | undefined) => void;
}

function useStopTitle() {
  const t = useText();
  return ({ number, location, picks }: WaveStop) =>
    [
      t('waves.stopTitle', { number, location: location || t('waves.noBin') }),
      ...picks.map(({ quantity, sku, tote }) => t('waves.stopPick', { quantity, sku, tote })),
    ].join('\n');
}

const pointedAt = ({ number, picks }: WaveStop): Pointed => ({ number, totes: picks.map(({ tote }) => tote) });

/** The racks from above, the stops numbered in walking order, and the way as a dotted line. */
export function WaveMap({ map, stops, onPoint = () => {} }: MapProps) {
  const t = useText();
  const titleOf = useStopTitle();
  if (!map.aisles.length) return <EmptyState title={t('waves.noAisles')} />;
  const { width, height, racks, aisles, marks, path, start, end } = drawMap(map, stops);
  return (
    <figure className={css.map}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('waves.mapLabel')}>
        {aisles.map(({ name, x, y }) => (
          <text key={name} x={x} y={y} className={css.aisle}>
            {name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name}
            <title>{name}</title>
          </text>
        ))}
        {racks.map(({ key, x, y, fill }) => (
          <rect key={key} x={x} y={y} width={16} height={13} rx={2} className={css.rack} data-fill={fill} />
        ))}
        <polyline points={path} className={css.path} />
        <circle cx={start.x} cy={start.y} r={4} className={css.end} />
        <path d={`M${end.x - 5} ${end.y - 4}l5 4l-5 4`} className={css.arrow} />
        {marks.map(({ stop, x, y }) => (
          <g
            key={stop.number}
            className={css.stop}
            data-done={stop.done || undefined}
            onPointerEnter={() => onPoint(pointedAt(stop))}
            onPointerLeave={() => onPoint(undefined)}
          >
            <title>{titleOf(stop)}</title>
            <rect x={x - 9} y={y - 7.5} width={18} height={15} rx={2.5} />
            <text x={x} y={y + 3.5}>
              {stop.number}
            </text>
          </g>
        ))}
      </svg>
      <figcaption className={css.legend}>
        <span data-mark="end">{t('waves.cartPark')}</span>
        <span data-mark="stop">{t('waves.stop')}</span>
        {stops.some(({ done }) => done) && <span data-mark="done">{t('waves.pickedStop')}</span>}
        <span data-mark="full">{t('waves.fills.full')}</span>
        <span data-mark="part">{t('waves.fills.part')}</span>
        <span data-mark="empty">{t('waves.fills.empty')}</span>
        <span>→ {t('waves.packStation')}</span>
      </figcaption>
    </figure>
  );
}
