import classes from './failure-details.module.css';
import { useText } from './text/text.ts';

interface DetailsProps {
  explanation?: string | undefined;
  reference?: string | undefined;
  supportLink?: string | undefined;
}

/** The second line of a failure: the reference to quote and a link to support. */
export function FailureDetails({ explanation, reference, supportLink }: DetailsProps) {
  const t = useText();
  if (!explanation && !reference && !supportLink) return null;
  return (
    <span className={classes.details}>
      {explanation && <span className={classes.explanation}>{explanation}</span>}
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
