import { refused } from '../../platform/http/problem.ts';
import type { Registry } from '../../platform/module.ts';
import type { Connector, InvitedPartner } from './connector.ts';

/** The partners that are registered, by their code. */
export type Partners = ReadonlyMap<number, Connector>;
export type InvitedPartners = ReadonlyMap<number, InvitedPartner>;

function byCode<Partner extends { code: number }>(all: readonly Partner[]): ReadonlyMap<number, Partner> {
  const partners = new Map(all.map((partner) => [partner.code, partner]));
  if (partners.size !== all.length) throw new Error('Two partners have the same code.');
  return partners;
}

export const partnersIn = (registry: Registry): Partners => byCode(registry.list('connectors'));
export const invitedPartnersIn = (registry: Registry): InvitedPartners => byCode(registry.list('invitedPartners'));

/** Throws 90001 for a type that no partner of this release has. */
export function partnerOf(partners: Partners, type: number): Connector {
  const partner = partners.get(type);
  if (!partner) throw refused(90001);
  return partner;
}
