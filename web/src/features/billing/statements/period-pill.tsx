import { useText } from '../../../lib/text/text.ts';
import { StatusPill } from '../../../ui/status-pill.tsx';

/** Whether a month of a client is open or closed. */
export function PeriodPill({ isClosed }: { isClosed: boolean }) {
  const t = useText();
  return (
    <StatusPill status={isClosed ? 'finished' : 'open'}>
      {t(isClosed ? 'billing.statement.closed' : 'billing.statement.open')}
    </StatusPill>
  );
}
