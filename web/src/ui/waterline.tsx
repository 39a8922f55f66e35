import classes from './waterline.module.css';

/** A progress bar. The numbers are always shown beside it; `label` is for screen readers. */
export function Waterline({
  done,
  total,
  label,
  tone = 'accent',
}: {
  done: number;
  total: number;
  label: string;
  tone?: 'accent' | 'good' | 'warn' | 'bad';
}) {
  const share = total > 0 ? Math.min(1, Math.max(0, done / total)) : 0;
  return (
    <div
      className={classes.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
    >
      <div className={classes.water} data-tone={tone} style={{ width: `${share * 100}%` }} />
    </div>
  );
}
