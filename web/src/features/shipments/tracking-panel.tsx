import type { TrackingEntry } from '@longshore/contract';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { useTrackingName } from './shipment-words.ts';
import css from './shipments.module.css';

/** What happened to the shipment, newest first; words of partners are shown as they came. */
export function TrackingPanel({ entries }: { entries: readonly TrackingEntry[] }) {
  const t = useText();
  const format = useFormat();
  const nameOf = useTrackingName();
  // The same can happen twice on a day; the oldest entry keeps its number.
  const numbered = entries.map((entry, at) => ({ ...entry, number: entries.length - at }));
  return (
    <SidePanel title={t('orders.shipmentView.tracking')} count={entries.length}>
      {entries.length === 0 && <p className={css.none}>{t('orders.shipmentView.noTracking')}</p>}
      <ol className={css.tracking}>
        {numbered.map(({ number, status, date, comments }) => (
          <li key={number}>
            <span className={css.entryHead}>
              <b>{nameOf(status)}</b>
              <span className={css.muted}>{format.date(date)}</span>
            </span>
            {comments && <span className={css.comments}>{comments}</span>}
          </li>
        ))}
      </ol>
    </SidePanel>
  );
}
