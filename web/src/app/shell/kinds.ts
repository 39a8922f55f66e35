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
] as const;

/** The word for a kind of record that a search or a scan finds. */
export function kindLabel(kind: string, t: Translate): string {
  const known = KINDS.find((each) => each === kind);
  return known ? t(`shell.kinds.${known}`) : kind;
}
