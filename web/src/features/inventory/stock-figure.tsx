import type { Inventory } from '@longshore/contract';
import { useFormat } from '../../lib/format.ts';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import css from './inventory.module.css';

interface Part {
  label: PlainKey;
  units: number;
  tone?: 'available' | 'reserved' | 'quarantined';
  strong?: boolean;
}

/** What is available now, large; below it what the stock consists of, as a bar with its numbers beside it. */
export function StockFigure({ inventory }: { inventory: Inventory }) {
  const t = useText();
  const format = useFormat();
  const { available, reserved, in_stock: pristine, quarantined, base_uom: unit } = inventory;
  const parts: Part[] = [
    { label: 'inventory.available', units: available ?? 0, tone: 'available' },
    { label: 'inventory.reserved', units: reserved ?? 0, tone: 'reserved' },
    { label: 'inventory.pristine', units: pristine ?? 0, strong: true },
    { label: 'inventory.quarantinedApart', units: quarantined, tone: 'quarantined' },
  ];
  return (
    <div className={css.figure}>
      <div className={css.figureLabel}>{t('inventory.available')}</div>
      <div className={css.figureLine}>
        <span className={css.figureNumber}>{format.number(available ?? 0)}</span>
        {unit && <span className={css.figureUnit}>{unit}</span>}
      </div>
      {inventory.type === 'Kit' ? (
        <p className={css.figureHint}>{t('inventory.kitsFromItems')}</p>
      ) : (
        <>
          <div className={css.bar} aria-hidden="true">
            {parts.map(
              ({ label, units, tone }) =>
                tone && units > 0 && <span key={label} data-tone={tone} style={{ flexGrow: units }} />,
            )}
          </div>
          <dl className={css.parts}>
            {parts.map(({ label, units, tone, strong }) => (
              <div key={label} data-strong={strong}>
                <dt>
                  <span className={css.swatch} data-tone={tone} />
                  {t(label)}
                </dt>
                <dd>{format.number(units)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  );
}
