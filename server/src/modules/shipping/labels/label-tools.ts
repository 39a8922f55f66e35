import type { CompanyPartnerSlug } from '@longshore/contract';
import { type Open, staffScope, type Tx } from '../../../platform/database/tx.ts';
import { refused } from '../../../platform/http/problem.ts';
import type { Tools } from '../../../platform/module.ts';
import {
  type AccountTools,
  companyPartnersIn,
  findAccount,
  isAccountVerified,
  type OpenedAccount,
  PartnerProblem,
  type PrintKeys,
  printKeys,
  reasonOfProblem,
  refuseAccount,
} from '../../channels/index.ts';
import type { LabelPartner } from '../label-partner.ts';

/** Whose account labels are bought with. */
export const LABEL_PARTNER: CompanyPartnerSlug = 'shippo';

export interface LabelTools extends Tools, AccountTools {
  labelPartners: readonly LabelPartner[];
  /** Of links that print one label, all labels of a shipment, and all of a batch. */
  labelKeys: PrintKeys;
  shipmentKeys: PrintKeys;
  batchKeys: PrintKeys;
}

export const labelToolsOf = (tools: Tools): LabelTools => ({
  ...tools,
  companyPartners: companyPartnersIn(tools.registry),
  labelPartners: tools.registry.list('labelPartners'),
  labelKeys: printKeys(tools.vault, tools.clock, 'label print keys'),
  shipmentKeys: printKeys(tools.vault, tools.clock, 'shipment label print keys'),
  batchKeys: printKeys(tools.vault, tools.clock, 'label batch print keys'),
});

/** The partner with the account that is used. */
export interface LabelSeller extends OpenedAccount {
  seller: LabelPartner;
}

/** 90001 when this installation has no partner that sells labels, 90003 without an account that it accepts. */
export async function findSeller(tools: LabelTools, open: Open, isWaitedFor: boolean): Promise<LabelSeller> {
  const seller = tools.labelPartners.find(({ partner }) => partner === LABEL_PARTNER);
  if (!seller) throw refused(90001);
  const account = await findAccount(tools, open, LABEL_PARTNER, isWaitedFor);
  if (!account) throw refused(90003, 'NotVerifiedYet');
  return { ...account, seller };
}

/** Keys that the partner does not accept any more are not used again. */
export async function noteProblem(
  tools: LabelTools,
  tx: Tx,
  { stored }: Pick<LabelSeller, 'stored'>,
  problem: PartnerProblem,
): Promise<void> {
  if (problem.kind === 'auth') await refuseAccount(tx, tools, stored, problem);
}

/** Runs a call to the partner; what the partner refuses is refused to the caller in the partner's words. */
export async function callSeller<Result>(
  tools: LabelTools,
  open: Open,
  seller: LabelSeller,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PartnerProblem)) throw error;
    await open(staffScope, (tx) => noteProblem(tools, tx, seller, error));
    throw refused(90003, reasonOfProblem(error));
  }
}

/** Whether there is an account that the partner accepts. */
export async function hasAccount(tx: Tx, { labelPartners }: LabelTools): Promise<boolean> {
  return labelPartners.length > 0 && (await isAccountVerified(tx, LABEL_PARTNER));
}
