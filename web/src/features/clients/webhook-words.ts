import { TRIGGER_CALLED_MAX, type Trigger } from '@longshore/contract';
import { type PlainKey, useText } from '../../lib/text/text.ts';

const triggerLabels: Record<Trigger, PlainKey> = {
  1: 'clients.hooks.triggers.orderCreated',
  2: 'clients.hooks.triggers.shipmentCreated',
  3: 'clients.hooks.triggers.shipmentFinished',
  101: 'clients.hooks.triggers.external',
};
export const TRIGGERS: readonly Trigger[] = [1, 2, 3, 101];

export function useTriggerName() {
  const t = useText();
  return (trigger: number) => t(triggerLabels[trigger as Trigger] ?? 'clients.hooks.trigger');
}

/** False for an external resource, which is only a link for people: nothing is sent, so nothing to test or log. */
export const isDelivered = (trigger: number) => trigger <= TRIGGER_CALLED_MAX;
