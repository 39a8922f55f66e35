import { api, type Label, type RateParcel, type ShipmentLabels } from '@longshore/contract';
import { useState } from 'react';
import { useRead } from '../../lib/api.ts';
import type { PillStatus } from '../../ui/status-pill.tsx';

/** Links that print end after some minutes: a page that stays open gets new ones before. */
const FRESH_LINKS_MS = 4 * 60_000;
/** While something is being bought or fetched, in case a message of the server is missed. */
const WAITING_MS = 2_000;

const isMoving = (data: ShipmentLabels | undefined): boolean =>
  data?.labels.some(({ state, label_url }) => state === 'asked' || (state === 'bought' && !label_url)) ?? false;

/** What the panel and the list of labels show; both read it once. `isBuying`: a purchase is under way on this page. */
export function useLabels(id: number, isBuying = false) {
  const [isSlow, setSlow] = useState(true);
  const read = useRead(api.labels.get, { params: { id } }, { refetchInterval: isSlow ? FRESH_LINKS_MS : WAITING_MS });
  const shouldBeSlow = !isBuying && !isMoving(read.data);
  if (read.data && shouldBeSlow !== isSlow) setSlow(shouldBeSlow);
  return read;
}

export type Sizes = Omit<RateParcel, 'container_id'>;
export type LabelParcel = ShipmentLabels['parcels'][number];

/** What a carton is at: without a label, with one, or nobody knows yet. */
export function labelOfParcel({ labels }: ShipmentLabels, { container_id, label_id }: LabelParcel): Label | undefined {
  if (label_id !== null) return labels.find(({ id }) => id === label_id);
  // The newest attempt has the highest id.
  return labels
    .filter((label) => label.container_id === container_id)
    .sort((a, b) => b.id - a.id)
    .at(0);
}

/** A label is there, or may be: the carton is not offered again. */
export const isTaken = (label: Label | undefined): boolean => label?.state === 'bought' || label?.state === 'asked';

export const STEPS = ['bought', 'printed', 'collected', 'transit', 'delivered'] as const;
export type Step = (typeof STEPS)[number] | 'returned' | 'failure';

const MOVED: readonly Label['tracking_status'][] = ['transit', 'delivered', 'returned', 'failure'];

/** The way of a label: its steps, with those that are reached. The last is what became of the parcel. */
export function wayOf({ printed_at, tracking, tracking_status: status }: Label): { step: Step; isReached: boolean }[] {
  const isCollected = MOVED.includes(status);
  const scans = tracking.filter((event) => event.status === 'transit').length;
  const isOnItsWay = isCollected && (scans > 1 || status !== 'transit');
  const end: Step = status === 'returned' || status === 'failure' ? status : 'delivered';
  return [
    { step: 'bought', isReached: true },
    { step: 'printed', isReached: printed_at !== null || isCollected },
    { step: 'collected', isReached: isCollected },
    { step: 'transit', isReached: isOnItsWay },
    { step: end, isReached: status === 'delivered' || end !== 'delivered' },
  ];
}

export const PILLS: Readonly<Record<Label['state'], PillStatus>> = {
  asked: 'processed',
  bought: 'finished',
  refused: 'refused',
  voiding: 'cancelled',
  voided: 'disabled',
};
