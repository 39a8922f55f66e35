import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Flag, Moment, secretText, text } from '../kit/scalars.ts';
import { CREDENTIAL_FIELDS } from './integrations.ts';

/** Partners that the company itself has an account with, by the name that the calls have. */
export const COMPANY_PARTNERS = ['shipstation', 'shippo', 'freight'] as const;
export type CompanyPartnerSlug = (typeof COMPANY_PARTNERS)[number];

const Named = z.object({ code: z.string(), name: z.string() });

/** What couriers are mapped to: a carrier of the partner, with its services and kinds of parcels. */
export const PartnerCarrier = z.object({
  /** As the partner names the carrier or the account with it. */
  id: z.string(),
  /** The carrier itself: several accounts can be with one. */
  carrier: z.string(),
  name: z.string(),
  is_active: z.boolean(),
  services: z.array(Named),
  packages: z.array(Named),
});
export type PartnerCarrier = z.output<typeof PartnerCarrier>;

/** A warehouse or a sender's address at the partner. */
export const PartnerPlace = z.object({ id: z.string(), name: z.string(), address: z.string() });
export type PartnerPlace = z.output<typeof PartnerPlace>;

/** What was last read of an account: it is read again when somebody asks for it, and once a day. */
export const PartnerCatalogue = z.object({
  carriers: z.array(PartnerCarrier),
  places: z.array(PartnerPlace),
  /** Of freight: the lists that its form offers, by their name. */
  lists: z.record(z.string(), z.array(Named)),
});
export type PartnerCatalogue = z.output<typeof PartnerCatalogue>;

export const CompanyAccount = z.object({
  partner: z.enum(COMPANY_PARTNERS),
  name: z.string(),
  /** Keys were entered; `verified` says whether the partner accepts them. */
  connected: Flag,
  verified: Flag,
  verified_at: Moment.nullable(),
  problem: z.string(),
  problem_key: z.string(),
  /** What the partner calls the account. */
  account: z.string(),
  /** What the form asks for, in the caller's language, and since when each secret is set. */
  fields: z.array(
    z.object({
      field: z.enum(CREDENTIAL_FIELDS),
      label: z.string(),
      hint: z.string(),
      kind: z.enum(['secret', 'text', 'url']),
      required: z.boolean(),
      value: z.string(),
      set_at: Moment.nullable(),
    }),
  ),
  carriers: z.number().int(),
  places: z.number().int(),
  cached_at: Moment.nullable(),
  user: z.string(),
  /** Of the demo only: what connects its built-in account. */
  demo: z.array(z.object({ field: z.enum(CREDENTIAL_FIELDS), value: z.string() })),
});
export type CompanyAccount = z.output<typeof CompanyAccount>;

/** Secrets that are left out or empty stay as they are kept. */
export const CompanyAccountInput = z
  .object({ key_1: secretText(1000), key_2: secretText(1000), key_3: text(200) })
  .meta({ example: { key_1: 'key', key_2: 'secret' } });
export type CompanyAccountInput = z.output<typeof CompanyAccountInput>;

/** A call to the partner of an account. */
export const CompanyAccountCall = z.object({
  id: z.number().int(),
  subject: z.string(),
  /** 0: no answer came. */
  status: z.number().int(),
  ms: z.number().int(),
  request_id: z.string(),
  problem: z.string(),
  created_at: Moment,
});
export type CompanyAccountCall = z.output<typeof CompanyAccountCall>;

const EDIT = 'update_company_info';

/** The calls of one partner: the specification names each by itself. */
const accountOf = (partner: CompanyPartnerSlug, name: string) => ({
  save: endpoint({
    method: 'POST',
    path: `/integrations/${partner}`,
    access: EDIT,
    summary: `Enter the keys of the company's ${name} account; ${name} is asked whether it accepts them`,
    body: CompanyAccountInput,
    response: CompanyAccount,
    errors: [90001, 90003],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `/integrations/${partner}`,
    access: EDIT,
    summary: `Forget the keys of the company's ${name} account`,
    response: z.literal(true),
  }),
  cache: endpoint({
    method: 'POST',
    path: `/integrations/${partner}/cache`,
    access: EDIT,
    summary: `Read carriers, services and places of the ${name} account again`,
    response: CompanyAccount,
    errors: [90001, 90003],
  }),
  calls: endpoint({
    method: 'GET',
    path: `/integrations/${partner}/calls`,
    access: EDIT,
    summary: `The last 100 calls to ${name}, newest first; kept for 90 days`,
    response: z.array(CompanyAccountCall),
  }),
});

const shipstation = accountOf('shipstation', 'ShipStation');
const shippo = accountOf('shippo', 'Shippo');
const freight = accountOf('freight', 'freight');

export const companyAccounts = {
  list: endpoint({
    method: 'GET',
    path: '/integrations/settings/shipping',
    access: 'main',
    summary: "The company's accounts for labels, the shipping station and freight; secrets are never in the answer",
    response: z.object({ shipstation: CompanyAccount, shippo: CompanyAccount, freight: CompanyAccount }),
  }),
  saveShipStation: shipstation.save,
  removeShipStation: shipstation.remove,
  cacheShipStation: shipstation.cache,
  shipStationCalls: shipstation.calls,
  saveShippo: shippo.save,
  removeShippo: shippo.remove,
  cacheShippo: shippo.cache,
  shippoCalls: shippo.calls,
  saveFreight: freight.save,
  removeFreight: freight.remove,
  cacheFreight: freight.cache,
  freightCalls: freight.calls,
  shipStationCouriers: endpoint({
    method: 'GET',
    path: '/integrations/shipstation/couriers',
    access: 'main',
    summary: 'Carriers, services and packages of the ShipStation account, as last read',
    response: z.array(PartnerCarrier),
  }),
  shipStationWarehouses: endpoint({
    method: 'GET',
    path: '/integrations/shipstation/warehouses',
    access: 'main',
    summary: 'Warehouses of the ShipStation account, as last read',
    response: z.array(PartnerPlace),
  }),
  shippoCouriers: endpoint({
    method: 'GET',
    path: '/integrations/shippo/couriers',
    access: 'main',
    summary: 'Carrier accounts and service levels of the Shippo account, as last read',
    response: z.array(PartnerCarrier),
  }),
  shippoAddresses: endpoint({
    method: 'GET',
    path: '/integrations/shippo/addresses',
    access: 'main',
    summary: "Senders' addresses of the Shippo account, as last read",
    response: z.array(PartnerPlace),
  }),
  freightLists: endpoint({
    method: 'GET',
    path: '/integrations/freight/lists',
    access: 'main',
    summary: 'The lists that the form of a freight booking offers, as last read',
    response: z.record(z.string(), z.array(Named)),
  }),
};
