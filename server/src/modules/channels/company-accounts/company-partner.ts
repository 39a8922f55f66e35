import type { CompanyPartnerSlug, PartnerCatalogue } from '@longshore/contract';
import type { Registry } from '../../../platform/module.ts';
import type { PartnerConnection, PartnerDeclaration } from '../connector.ts';

/** A partner that the company itself has an account with. What else it can do is declared by the modules that use it. */
export interface CompanyPartner extends PartnerDeclaration {
  slug: CompanyPartnerSlug;
  /** Throws a `PartnerProblem` when the keys are refused; answers what the partner calls the account. */
  verify(connection: PartnerConnection): Promise<{ account: string }>;
  /** Carriers, services, places and lists that couriers and forms are mapped to. */
  catalogue(connection: PartnerConnection): Promise<PartnerCatalogue>;
}

/** Declares a partner of the company: `export const shippo = companyPartner({ code: 13, … })`. */
export const companyPartner = (declaration: CompanyPartner): CompanyPartner => declaration;

export type CompanyPartners = ReadonlyMap<CompanyPartnerSlug, CompanyPartner>;

export function companyPartnersIn(registry: Registry): CompanyPartners {
  const all = registry.list('companyPartners');
  const partners = new Map(all.map((partner) => [partner.slug, partner]));
  if (partners.size !== all.length) throw new Error('Two partners of the company have the same name.');
  return partners;
}

declare module '../../../platform/module.ts' {
  interface Module {
    /** Partners that the company itself has an account with. */
    companyPartners?: readonly CompanyPartner[];
  }
}
