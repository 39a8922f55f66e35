import { TRIGGER_CALLED_MAX, type Trigger } from '@longshore/contract';
import { type PlainKey, type TextKey, useText } from '../../lib/text/text.ts';

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

/** Failure reasons by the server's sentence; the captured text is the receiver's own and is not translated. */
const reasons: readonly [RegExp, TextKey][] = [
  [/^the connection was refused$/, 'clients.hooks.reasons.refused'],
  [/^the connection was cut$/, 'clients.hooks.reasons.cut'],
  [/^there is no such host$/, 'clients.hooks.reasons.noHost'],
  [/^the name server did not answer$/, 'clients.hooks.reasons.noNames'],
  [/^the (?:host|network) cannot be reached$/, 'clients.hooks.reasons.unreachable'],
  [/^the host did not answer in time$/, 'clients.hooks.reasons.late'],
  [/^no answer within (.+) seconds$/, 'clients.hooks.reasons.within'],
  [/^(.+) is not an address of the public internet$/, 'clients.hooks.reasons.private'],
  [/^the endpoint answered (\d+); redirects are not followed$/, 'clients.hooks.reasons.redirect'],
  [/^the (?:endpoint|server) answered (.+)$/, 'clients.hooks.reasons.answered'],
  [/^the kept secret cannot be read/, 'clients.hooks.reasons.secret'],
  [/^an earlier one of the same record did not arrive: (.+)$/, 'clients.hooks.reasons.earlier'],
];

/** Translates a failure reason; unknown ones are shown as they are. */
export function useReasonText() {
  const t = useText() as (key: TextKey, values: { what: string }) => string;
  return function describe(problem: string): string {
    for (const [pattern, key] of reasons) {
      const [, what = ''] = pattern.exec(problem) ?? [];
      if (pattern.test(problem)) return t(key, { what: key.endsWith('earlier') ? describe(what) : what });
    }
    return problem;
  };
}

/** False for an external resource, which is only a link for people: nothing is sent, so nothing to test or log. */
export const isDelivered = (trigger: number) => trigger <= TRIGGER_CALLED_MAX;
