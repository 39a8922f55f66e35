import { ORDER_TYPES } from '@longshore/contract';
import type { Translate } from '../../lib/text/text.ts';

const KINDS = [
  'customer',
  'vendor',
  'client',
  'item',
  'kit',
  'license',
  'lot',
  'serial',
  'location',
  'order',
  'shipment',
  'activity',
  'statement',
  'report',
] as const;

/** The word for a kind of record that a search or a scan finds. */
export function kindLabel(kind: string, t: Translate): string {
  const known = KINDS.find((each) => each === kind);
  if (known) return t(`shell.kinds.${known}`);
  const type = ORDER_TYPES.find((each) => each === kind);
  return type ? t(`orders.types.${type}.one`) : kind;
}
