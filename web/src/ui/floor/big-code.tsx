import css from './floor.module.css';

/** Longer codes do not fit on one line of a phone. */
const LARGEST = 12;

/** A code that is read from an arm's length, with what it is above it. */
export function BigCode({
  label,
  code,
  note,
  next = false,
}: {
  label: string;
  code: string;
  note?: string;
  next?: boolean;
}) {
  return (
    <div className={css.big} data-next={next || undefined}>
      <span className={css.bigLabel}>{label}</span>
      <span className={css.code} data-long={code.length > LARGEST || undefined}>
        {code}
      </span>
      {note && <span className={css.note}>{note}</span>}
    </div>
  );
}
