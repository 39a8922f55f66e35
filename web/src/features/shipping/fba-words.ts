import type { FbaShipment } from '@longshore/contract';
import { useEffect, useState } from 'react';
import type { Translate } from '../../lib/text/text.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** Below it a deadline is amber. */
export const NEAR_MS = 6 * 3_600_000;

export const fulfilPath = (shipmentId: number) => `/f/outbound/fba/${shipmentId}/fulfill`;

/** The time now, renewed every second while something is counted. */
export function useTicks(isCounting: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), isCounting ? SECOND_MS : MINUTE_MS / 3);
    return () => clearInterval(timer);
  }, [isCounting]);
  return now;
}

export const secondsSince = (moment: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(moment)) / SECOND_MS));

/** `28 h 14 min`. */
export function formatTimeLeft(t: Translate, milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / MINUTE_MS));
  return t('fba.side.hours', { h: Math.floor(minutes / 60), m: minutes % 60 });
}

/** `6 s`, `2 min 10 s`. */
export function formatElapsed(t: Translate, from: string, to: string): string {
  const seconds = secondsSince(from, Date.parse(to));
  return seconds < 60
    ? t('fba.seconds', { n: seconds })
    : t('fba.minutes', { m: Math.floor(seconds / 60), s: seconds % 60 });
}

const KNOWN = [
  'ABANDONED',
  'CANCELLED',
  'CHECKED_IN',
  'CLOSED',
  'DELETED',
  'DELIVERED',
  'IN_TRANSIT',
  'MIXED',
  'READY_TO_SHIP',
  'RECEIVING',
  'SHIPPED',
  'UNCONFIRMED',
  'WORKING',
] as const;

/** The marketplace's state in our words; a new one as it is. */
export function translateState(t: Translate, state: string): string {
  const known = KNOWN.find((each) => each === state);
  return known ? t(`fba.states.${known}`) : state;
}

export const units = (fba: Pick<FbaShipment, 'unit_system'>) =>
  fba.unit_system === 'METRIC' ? { length: 'cm', weight: 'kg' } : { length: 'in', weight: 'lb' };

export const totalWeight = ({ boxes }: Pick<FbaShipment, 'boxes'>) =>
  boxes.reduce((sum, { weight }) => sum + weight, 0);

/** An amount as it is written in the text: 84.37. */
export const plainAmount = (amount: string): string => {
  const [whole = '0', part = ''] = amount.split('.');
  return `${whole}.${part.replace(/0+$/, '').padEnd(2, '0')}`;
};
