import type { Count } from '@longshore/contract';
import { UnstyledButton } from '@mantine/core';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { BLIND_TILES, TILES, type Tile } from './count-words.ts';
import css from './counts.module.css';

/** The number of rows of a tile. */
export function rowsOf({ figures }: Count, tile: Tile): number {
  const { lines, counted } = figures;
  if (tile === 'all') return lines;
  return tile === 'uncounted' ? lines - counted : figures[tile];
}

interface FiguresProps {
  count: Count;
  shown: Tile;
  onShow: (tile: Tile) => void;
}

/** Summary tiles of a count; each one filters the rows below. */
export function CountFigures({ count, shown, onShow }: FiguresProps) {
  const t = useText();
  const format = useFormat();
  const { units_over: over, units_short: short } = count.figures;
  const units = [
    over > 0 && t('counts.unitsOver', { units: `+${format.number(over)}` }),
    short > 0 && t('counts.unitsShort', { units: format.number(-short) }),
  ]
    .filter(Boolean)
    .join(t('lists.valuesJoin'));
  return (
    <fieldset className={css.tiles} aria-label={t('counts.figures')}>
      {(count.may_review ? TILES : BLIND_TILES).map((tile) => (
        <UnstyledButton
          key={tile}
          className={css.tile}
          data-tile={tile}
          data-some={rowsOf(count, tile) > 0 || undefined}
          aria-pressed={shown === tile}
          onClick={() => onShow(tile)}
        >
          <span className={css.tileNumber}>{format.number(rowsOf(count, tile))}</span>
          <span className={css.tileName}>{t(`counts.tiles.${tile}`)}</span>
          <span className={css.tileHint}>{(tile === 'differing' && units) || t(`counts.tileHints.${tile}`)}</span>
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
