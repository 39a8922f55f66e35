import { IconX } from '@tabler/icons-react';
import { useText } from '../../../lib/text/text.ts';
import css from './serials.module.css';

export interface Chip {
  key: string | number;
  serial: string;
  problem?: string | undefined;
}

interface ChipsProps {
  label: string;
  chips: readonly Chip[];
  /** Makes the chips clickable, to edit or to select. */
  onPick?: ((chip: Chip, place: number) => void) | undefined;
  /** Selected state of a chip; undefined when clicking does not select. */
  chosen?: ((chip: Chip) => boolean) | undefined;
  /** Adds a remove button. */
  onRemove?: ((chip: Chip, place: number) => void) | undefined;
}

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
