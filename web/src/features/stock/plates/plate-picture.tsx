import { api, type License, type LicenseInventory } from '@longshore/contract';
import { useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Mono } from '../../../ui/mono.tsx';
import css from './licenses.module.css';

/** More layers would be too thin to read; the table lists all goods. */
const LAYERS_MAX = 5;

interface Layer {
  key: string;
  sku: string;
  units: number;
  isQuarantined: boolean;
}

/** The goods as layers, the largest at the bottom; small ones beyond the maximum are one layer. */
export function layersOf(items: readonly LicenseInventory[]): { layers: Layer[]; rest: Layer[] } {
  const bySku = new Map<string, Layer>();
  for (const { sku, quarantine, qty_left } of items) {
    const key = `${sku} ${quarantine}`;
    const known = bySku.get(key);
    bySku.set(key, { key, sku, isQuarantined: quarantine === 1, units: (known?.units ?? 0) + qty_left });
  }
  const sorted = [...bySku.values()].sort((a, b) => b.units - a.units);
  const shown = sorted.length > LAYERS_MAX ? LAYERS_MAX - 1 : LAYERS_MAX;
  return { layers: sorted.slice(0, shown), rest: sorted.slice(shown) };
}

const unitsOf = (layers: readonly Layer[]) => layers.reduce((sum, { units }) => sum + units, 0);

/** A drawing of the plate: a layer for each item, as high as its share of the units. The table has the numbers. */
export function PlatePicture({ plate }: { plate: License }) {
  const t = useText();
  const format = useFormat();
  const { data: items } = useRead(api.licenses.inventories, { params: { id: plate.id } });
  const { layers, rest } = layersOf(items ?? []);
  const total = unitsOf([...layers, ...rest]);
  return (
    <figure className={css.picture}>
      <div className={css.load} data-empty={layers.length === 0 || undefined}>
        {items && layers.length === 0 && <span className={css.label}>{t('licenses.noItems')}</span>}
        {rest.length > 0 && (
          <div className={css.layer} style={{ flexGrow: unitsOf(rest) }}>
            <span>{t('licenses.moreItems', { count: rest.length })}</span>
            <span>{format.number(unitsOf(rest))}</span>
          </div>
        )}
        {[...layers].reverse().map(({ key, sku, units, isQuarantined }) => (
          <div
            key={key}
            className={css.layer}
            data-quarantined={isQuarantined || undefined}
            style={{ flexGrow: units }}
          >
            <Mono>{sku}</Mono>
            <span>{format.number(units)}</span>
          </div>
        ))}
      </div>
      <svg className={css.pallet} viewBox="0 0 240 20" aria-hidden="true" preserveAspectRatio="none">
        <path d="M0 0h240v6H0zM0 15h240v5H0zM4 6h24v9H4zM108 6h24v9h-24zM212 6h24v9h-24z" />
      </svg>
      <figcaption className={css.label}>{t('licenses.pictureText', { units: format.number(total) })}</figcaption>
    </figure>
  );
}
