import { refused } from '../../platform/http/problem.ts';
import type { Registry } from '../../platform/module.ts';
import type { Connector } from './connector.ts';

/** The partners that are registered, by their code. */
export type Partners = ReadonlyMap<number, Connector>;

export function partnersIn(registry: Registry): Partners {
  const all = registry.list('connectors');
  const partners = new Map(all.map((partner) => [partner.code, partner]));
  if (partners.size !== all.length) throw new Error('Two partners have the same code.');
  return partners;
}

/** Throws 90001 for a type that no partner of this release has. */
export function partnerOf(partners: Partners, type: number): Connector {
  const partner = partners.get(type);
  if (!partner) throw refused(90001);
  return partner;
}
