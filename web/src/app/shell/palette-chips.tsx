import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useText } from '../../lib/text/text.ts';
import classes from './palette.module.css';
import { isAtEnd } from './palette-rules.ts';
import type { Choice, ChoiceChip } from './palette-types.ts';

/** Chips of the active choice: the right arrow key moves from the text to them, Delete removes one. */
export function useChips(choice: Choice | undefined) {
  const [selected, setSelected] = useState<{ choice: string; place: number }>();
  const chips = choice?.chips ?? [];
  const place = selected && selected.choice === choice?.key ? Math.min(selected.place, chips.length - 1) : -1;
  const select = (next: number) => setSelected(choice && next >= 0 ? { choice: choice.key, place: next } : undefined);

  /** Whether the key was for the chips. */
  function handleKey(event: KeyboardEvent<HTMLInputElement>): boolean {
    const isIn = place >= 0;
    if (event.key === 'ArrowRight' && chips.length > 0 && (isIn || isAtEnd(event.currentTarget)))
      select(Math.min(place + 1, chips.length - 1));
    else if (event.key === 'ArrowLeft' && isIn) select(place - 1);
    else if ((event.key === 'Delete' || event.key === 'Backspace') && isIn) {
      chips[place]?.remove?.();
      if (chips.length === 1) select(-1);
    } else return false;
    event.preventDefault();
    return true;
  }
  return { chip: chips[place], leave: () => setSelected(undefined), handleKey };
}

/**
 * The filter with which a list opens. An option of a listbox has no buttons: with the keyboard a chip is removed from
 * the field, with the mouse by its cross.
 */
export function Chips({ chips, selected }: { chips: ChoiceChip[]; selected: ChoiceChip | undefined }) {
  const t = useText();
  return (
    <span className={classes.chips}>
      {chips.map(({ key, name, value, remove }) => (
        <span key={key} className={classes.chip} data-selected={key === selected?.key || undefined}>
          {name} <span className={classes.chipValue}>{value}</span>
          {remove && (
            <span
              className={classes.chipRemove}
              aria-hidden="true"
              title={t('shell.removeChip', { chip: `${name} ${value}` })}
              onClick={(event) => {
                event.stopPropagation();
                remove();
              }}
            >
              <IconX size={12} stroke={1.7} />
            </span>
          )}
        </span>
      ))}
    </span>
  );
}
