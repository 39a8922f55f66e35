import { reasonSentence } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Open } from '../../platform/database/tx.ts';
import type { Tools } from '../../platform/module.ts';

/**
 * What has to be read from elsewhere before a shipment is billed, outside any transaction: what its labels cost. Answers
 * why it could not be read, as it is stored; empty when it could, or there was nothing to read. It never keeps anybody
 * from billing. Registered by modules that know the cost.
 */
export type BeforeBilling = (tools: Tools, open: Open, actor: Actor, shipmentId: number) => Promise<string>;

declare module '../../platform/module.ts' {
  interface Module {
    beforeBilling?: readonly BeforeBilling[];
  }
}

export interface CostProblem {
  ss_error: string;
  ss_error_key: string;
}

export async function readCosts(tools: Tools, open: Open, actor: Actor, shipmentId: number): Promise<CostProblem> {
  let problem = '';
  for (const read of tools.registry.list('beforeBilling')) problem ||= await read(tools, open, actor, shipmentId);
  return { ss_error: problem && reasonSentence(problem), ss_error_key: problem };
}
