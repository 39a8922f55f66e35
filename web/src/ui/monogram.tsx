import classes from './monogram.module.css';

const CHART_COLOURS = 6;

/** A client has the same colour in every chart and in its monogram, derived from its id. */
export const chartColourOf = (id: number) => `var(--ls-chart-${((id - 1) % CHART_COLOURS) + 1})`;

/** The first letters of the first two words; Chinese names give their first character. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = [...(words[0] ?? '')][0] ?? '';
  if (/\p{Script=Han}/u.test(first)) return first;
  const second = [...(words[1] ?? '')][0] ?? '';
  return `${first}${/[\p{L}\p{N}]/u.test(second) ? second : ''}`.toUpperCase();
}

/** A client's initials in its colour. */
export function Monogram({ id, name }: { id: number; name: string }) {
  return (
    <span className={classes.monogram} data-colour={((id - 1) % CHART_COLOURS) + 1} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
