import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import css from './waves.module.css';

interface Walked {
  metres: number;
  minutes: number;
  alone_metres: number;
  alone_minutes: number;
}

/** The walk of a wave beside that of its shipments one by one. */
export function Savings({ walked }: { walked: Walked }) {
  const t = useText();
  const format = useFormat();
  const longest = Math.max(1, walked.metres, walked.alone_metres);
  const rows = [
    { label: t('waves.thisWave'), metres: walked.metres, minutes: walked.minutes, own: true },
    { label: t('waves.oneByOne'), metres: walked.alone_metres, minutes: walked.alone_minutes, own: false },
  ];
  return (
    <div className={css.savings}>
      <dl>
        {rows.map(({ label, metres, minutes, own }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={css.bar} aria-hidden="true">
              <span
                className={css.filled}
                data-own={own || undefined}
                style={{ width: `${(100 * metres) / longest}%` }}
              />
            </dd>
            <dd className={css.metres}>{t('waves.metreCount', { metres: format.number(metres) })}</dd>
            <dd className={css.minutes}>{t('waves.minuteCount', { minutes: format.number(minutes) })}</dd>
          </div>
        ))}
      </dl>
      <p className={css.saved}>
        <strong className={css.savedMetres}>
          {t('waves.savedMetres', { metres: format.number(walked.alone_metres - walked.metres) })}
        </strong>
        <span>{t('waves.savedAnd', { minutes: format.number(walked.alone_minutes - walked.minutes) })}</span>
      </p>
    </div>
  );
}
