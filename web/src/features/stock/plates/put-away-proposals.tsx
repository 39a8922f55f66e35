import { api } from '@longshore/contract';
import { useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { translateMessage, useText } from '../../../lib/text/text.ts';
import css from './licenses.module.css';

/**
 * Where the plate that is held should go, and why. Its place is kept while nothing is held, so that the scan field does
 * not move. It only proposes: any other bin may be scanned.
 */
export function PutAwayProposals({ license }: { license: string }) {
  const t = useText();
  const format = useFormat();
  const { data } = useRead(api.floor.putAway, { query: { license } }, { enabled: license !== '' });
  const [best, ...others] = license && data ? data : [];
  return (
    <div className={css.proposals} aria-live="polite">
      {best && (
        <>
          <span className={css.proposedLabel}>{t('floor.proposed')}</span>
          <span className={css.proposedBin}>{best.location}</span>
          <span>
            {translateMessage(t, best.reason_key)}
            {best.units > 0 && (
              <span className={css.proposedUnits}>
                {t('floor.proposedUnits', { count: best.units, units: format.number(best.units) })}
              </span>
            )}
          </span>
          {others.length > 0 && (
            <span className={css.proposedOthers}>
              {t('floor.proposedOthers')} {others.map(({ location }) => location).join(', ')}
            </span>
          )}
        </>
      )}
      {license && data && !best && <span className={css.proposedOthers}>{t('floor.noProposal')}</span>}
    </div>
  );
}
