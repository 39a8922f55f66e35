import { refused } from '../../../platform/http/problem.ts';
import type { Registry } from '../../../platform/module.ts';
import type { InvitedPartner } from '../../channels/index.ts';
import { type InvitedTools, invitedPartnersIn } from '../../channels/index.ts';
import type { InboundPartner } from '../inbound-partner.ts';

/** The marketplace whose warehouses receive shipments, by the code of the specification. */
export const INBOUND_CODE = 11;

export interface InboundTools extends InvitedTools {
  inbound: InboundPartner | undefined;
  invited: InvitedPartner | undefined;
}

export const inboundIn = (registry: Registry) => ({
  inbound: registry.list('inboundPartners').find(({ code }) => code === INBOUND_CODE),
  invited: invitedPartnersIn(registry).get(INBOUND_CODE),
});

/** Throws 90001 in an installation without the marketplace. */
export function inboundOf({ inbound, invited }: Pick<InboundTools, 'inbound' | 'invited'>) {
  if (!inbound || !invited) throw refused(90001);
  return { inbound, invited };
}
