import type { Severity } from '@longshore/contract';
import { useText } from '../../lib/text/text.ts';
import { type PillStatus, StatusPill } from '../../ui/status-pill.tsx';

const PILLS: Record<Severity, PillStatus> = { stopped: 'refused', attention: 'attention', note: 'open' };

export function SeverityPill({ severity }: { severity: Severity }) {
  const t = useText();
  return <StatusPill status={PILLS[severity]}>{t(`exceptions.severities.${severity}`)}</StatusPill>;
}
