import type { Inventory, UomLink } from '@longshore/contract';
import { useFormat } from '../../lib/format.ts';
import { useMeasure, useSizes } from '../../lib/measure.ts';
import { useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import css from './inventory.module.css';

/** The unit of volume; its tile is read as cubic metres or feet. */
const CUBIC = 'Cubic';

/** What is available, in each of the units it is handled in. */
export function UnitTiles({ inventory }: { inventory: Inventory }) {
  const t = useText();
  if (inventory.uoms.length === 0) return null;
  return (
    <SidePanel title={t('inventory.units')}>
      <ul className={css.tiles}>
        {inventory.uoms.map((uom) => (
          <UnitTile key={uom.id} uom={uom} inventory={inventory} />
        ))}
      </ul>
    </SidePanel>
  );
}

function UnitTile({ uom, inventory }: { uom: UomLink; inventory: Inventory }) {
  const t = useText();
  const format = useFormat();
  const measure = useMeasure();
  const sizes = useSizes();
  const { is_base: isBase, qty_per_base: quantity } = uom.pivot;
  const isCubic = uom.name === CUBIC;
  const digits = isBase ? 0 : isCubic ? 2 : 1;
  const units = format.number((inventory.available ?? 0) / quantity, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const holds = isBase ? t('inventory.baseUnit') : `${format.number(quantity)} × ${inventory.base_uom || '–'}`;
  const weighs = sizes.weight(uom.pivot);
  return (
    <li className={css.tile}>
      <span className={css.tileName}>{uom.name}</span>
      <span className={css.tileNumber}>{units}</span>
      <span className={css.tileHint}>{isCubic ? `${measure.volume}, ${holds}` : `${holds}, ${weighs}`}</span>
    </li>
  );
}
