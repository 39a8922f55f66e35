import { IconX } from '@tabler/icons-react';
import { useText } from '../../../lib/text/text.ts';
import css from './serials.module.css';

export interface Chip {
  key: string | number;
  serial: string;
  /** What is wrong with it. */
  problem?: string | undefined;
}

interface ChipsProps {
  label: string;
  chips: readonly Chip[];
  /** A chip that can be clicked: to change it, or to choose it. */
  onPick?: ((chip: Chip, place: number) => void) | undefined;
  /** Chips that are chosen or not; left out, a click is no choice. */
  chosen?: ((chip: Chip) => boolean) | undefined;
  /** A cross that takes the chip away. */
  onRemove?: ((chip: Chip, place: number) => void) | undefined;
}

/** Serial numbers side by side, in their order. */
export function SerialChips({ label, chips, onPick, chosen, onRemove }: ChipsProps) {
  const t = useText();
  return (
    <ul className={css.chips} aria-label={label}>
      {chips.map((chip, place) => (
        <li key={chip.key} className={css.chip} data-wrong={chip.problem ? true : undefined} title={chip.problem}>
          {onPick ? (
            <button
              type="button"
              className={css.pick}
              aria-pressed={chosen ? chosen(chip) : undefined}
              onClick={() => onPick(chip, place)}
            >
              {chip.serial}
            </button>
          ) : (
            <span className={css.text}>{chip.serial}</span>
          )}
          {onRemove && (
            <button
              type="button"
              className={css.remove}
              aria-label={t('serials.removeOne', { serial: chip.serial })}
              onClick={() => onRemove(chip, place)}
            >
              <IconX size={13} stroke={1.9} aria-hidden />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
