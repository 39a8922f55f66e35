import classes from './failure-details.module.css';
import { useText } from './text/text.ts';

/** The second line of a failure: the reference to quote and the way to support. */
export function FailureDetails({ reference, supportLink }: { reference?: string; supportLink?: string }) {
  const t = useText();
  if (!reference && !supportLink) return null;
  return (
    <span className={classes.details}>
      {reference && (
        <span className={classes.reference}>
          {t('common.reference')} <span className={classes.code}>{reference}</span>
        </span>
      )}
      {supportLink && (
        <a className={classes.link} href={supportLink} target="_blank" rel="noreferrer">
          {t('common.contactSupport')}
        </a>
      )}
    </span>
  );
}
