import { translateReason, useText } from '../lib/text/text.ts';
import css from './shown-logo.module.css';

/** A logo as papers and screens show it: of one elsewhere our copy, or why there is none. */
export function ShownLogo(props: { logo_picture: string; logo_problem: string; name: string }) {
  const t = useText();
  const { logo_picture: picture, logo_problem: problem, name } = props;
  if (picture) return <img className={css.logo} src={picture} alt={name} />;
  if (!problem) return <span>{t('company.logoIsFetched')}</span>;
  return (
    <span className={css.problem}>{t('company.logoNotFetched', { reason: translateReason(t, problem, problem) })}</span>
  );
}
