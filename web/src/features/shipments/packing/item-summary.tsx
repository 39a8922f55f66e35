import { type FulfilmentLine, hasSides, isMeasured } from '@longshore/contract';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useMeasure } from '../../../lib/measure.ts';
import { useText } from '../../../lib/text/text.ts';
import { Mono } from '../../../ui/mono.tsx';
import { Waterline } from '../../../ui/waterline.tsx';
import { colourOf } from './carton-card.tsx';
import { type Carton, cartonsWith, packedOf } from './pack-rules.ts';
import css from './packing.module.css';

interface ItemSummaryProps {
  lines: readonly FulfilmentLine[];
  cartons: readonly Carton[];
}

interface SummaryProps extends ItemSummaryProps {
  /** Below the totals. */
  children: ReactNode;
}

/** Ranges of cartons that are named for a line. */
const RANGES_SHOWN = 8;
const CUBIC = { cm: 1_000_000, in: 1728 };

/** Each line with what is required, packed and where; then cartons, weight and volume. */
export function ItemSummary({ lines, cartons, children }: SummaryProps) {
  const t = useText();
  const format = useFormat();
  const measure = useMeasure();
  const filled = cartons.filter(({ contents }) => contents.length > 0);
  const total = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const done = lines.reduce((sum, { id }) => sum + packedOf(cartons, id), 0);
  const numbers = t('packing.packedUnits', { done: format.number(done), total: format.number(total) });
  const weight = filled.reduce((sum, carton) => sum + carton.weight, 0);
  const cubic = measure.length === 'cm' ? CUBIC.cm : CUBIC.in;
  const volume = filled.reduce((sum, { length, width, height }) => sum + (length * width * height) / cubic, 0);
  return (
    <aside className={css.side} aria-label={t('packing.summary')}>
      <div className={css.summaryHead}>
        <h2 className={css.sectionTitle}>{t('packing.summary')}</h2>
        <span>{numbers}</span>
      </div>
      <Waterline done={done} total={total} label={numbers} tone={done === total ? 'good' : 'accent'} />
      <ul className={css.summary}>
        {lines.map((line) => (
          <SummaryLine key={line.id} line={line} lines={lines} cartons={cartons} />
        ))}
      </ul>
      <dl className={css.totals}>
        <dt>{t('packing.cartons')}</dt>
        <dd>{format.number(filled.length)}</dd>
        <dt>{t('packing.grossWeight')}</dt>
        <dd>
          {filled.every(isMeasured)
            ? `${format.number(weight, { maximumFractionDigits: 2 })} ${measure.weight}`
            : t('common.notMeasured')}
        </dd>
        <dt>{t('packing.volume')}</dt>
        <dd>
          {filled.every(hasSides)
            ? `${format.number(volume, { maximumFractionDigits: 3 })} ${measure.volume}`
            : t('common.notMeasured')}
        </dd>
      </dl>
      {children}
    </aside>
  );
}

interface SummaryLineProps extends ItemSummaryProps {
  line: FulfilmentLine;
}

function SummaryLine({ line, lines, cartons }: SummaryLineProps) {
  const t = useText();
  const format = useFormat();
  const packed = packedOf(cartons, line.id);
  const state = packed === line.quantity ? 'done' : packed > line.quantity ? 'over' : 'open';
  const ranges = cartonsWith(cartons, line.id);
  const numbers = ranges.slice(0, RANGES_SHOWN).join(', ');
  const more = ranges.length - RANGES_SHOWN;
  return (
    <li>
      <span className={css.swatch} style={{ background: colourOf(lines, line.id) }} aria-hidden />
      <span className={css.summaryItem}>
        <Mono>{line.inventory.sku}</Mono>
        <span className={css.muted}>{line.inventory.name}</span>
      </span>
      <span className={css.summaryUnits} data-state={state}>
        <span>
          {state === 'done' && <IconCheck size={14} stroke={2} aria-hidden />}{' '}
          {t('packing.packedUnits', { done: format.number(packed), total: format.number(line.quantity) })}
        </span>
        <span className={css.muted}>
          {ranges.length === 0
            ? t('packing.notPacked')
            : t(more > 0 ? 'packing.inCartonsAndMore' : 'packing.inCartons', { numbers })}
        </span>
      </span>
    </li>
  );
}
