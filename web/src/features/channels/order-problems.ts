import { type ChannelOrderProblem, splitMessage } from '@longshore/contract';
import type { PlainKey } from '../../lib/text/text.ts';

/** What an order can wait for, by the key of its reason, and what to call it in a word. */
const KINDS = {
  UnknownSku: 'integrations.orders.kinds.UnknownSku',
  LineWithoutSku: 'integrations.orders.kinds.LineWithoutSku',
  ItemIsDisabled: 'integrations.orders.kinds.ItemIsDisabled',
  SkuIsAmbiguous: 'integrations.orders.kinds.SkuIsAmbiguous',
  MethodWithoutCourier: 'integrations.orders.kinds.MethodWithoutCourier',
  OrderHasNoLines: 'integrations.orders.kinds.OrderHasNoLines',
  OrderHasTooManyLines: 'integrations.orders.kinds.OrderHasTooManyLines',
  QuantityIsTooLarge: 'integrations.orders.kinds.QuantityIsTooLarge',
  AddressIsMissing: 'integrations.orders.kinds.AddressIsMissing',
  ChangedAfterProcessing: 'integrations.orders.kinds.ChangedAfterProcessing',
  CancelledAfterProcessing: 'integrations.orders.kinds.CancelledAfterProcessing',
  CancellationAsked: 'integrations.orders.kinds.CancellationAsked',
} as const satisfies Record<string, PlainKey>;
type Kind = keyof typeof KINDS;

const kindOf = ({ problem_key }: ChannelOrderProblem): Kind | undefined => {
  const { key } = splitMessage(problem_key);
  return Object.hasOwn(KINDS, key) ? (key as Kind) : undefined;
};

export const problemName = (problem: ChannelOrderProblem): PlainKey => {
  const kind = kindOf(problem);
  return kind ? KINDS[kind] : 'integrations.orders.kinds.other';
};

/** The longest SKU of an item here. */
const SKU_MAX = 64;
const MAPPED: readonly (Kind | undefined)[] = ['UnknownSku', 'ItemIsDisabled', 'SkuIsAmbiguous'];

export interface Remedies {
  /** The SKU that a person maps to an item; undefined when the problem is not about an SKU. */
  mapped: string | undefined;
  /** The SKU that an item can be created from. */
  created: string | undefined;
  /** The shipping method that needs a courier; empty for orders without one. */
  method: string | undefined;
}

/** What a person can do about it here; anything else is corrected in the shop, and the order tried again. */
export function remediesOf(problem: ChannelOrderProblem): Remedies {
  const kind = kindOf(problem);
  const mapped = problem.sku && MAPPED.includes(kind) ? problem.sku : undefined;
  return {
    mapped,
    created: mapped && kind === 'UnknownSku' && mapped.length <= SKU_MAX ? mapped : undefined,
    method: kind === 'MethodWithoutCourier' ? splitMessage(problem.problem_key).n : undefined,
  };
}
