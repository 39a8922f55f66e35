import type { AddableCharge, ProposedEntry, ShipmentChargeInput } from '@longshore/contract';

export type BillLine = ShipmentChargeInput['entries'][number];

interface LinkIds {
  billing_item_id: number;
  billing_activity_id?: number | undefined;
}

export const isSameCharge = (one: LinkIds, other: LinkIds): boolean =>
  one.billing_item_id === other.billing_item_id && one.billing_activity_id === other.billing_activity_id;

/** A proposed charge as the form edits it: amounts are texts. */
export const lineOfProposal = ({ activity: _, how: __, price, quantity, ...entry }: ProposedEntry): BillLine => ({
  ...entry,
  price: String(price),
  quantity: String(quantity),
});

/** A charge that a person adds, at the rate of the day. */
export const lineOfAddable = ({ activity: _, price, ...entry }: AddableCharge): BillLine => ({
  ...entry,
  price: String(price),
  quantity: '1',
});

/**
 * The lines with the proposal of another day. What a person changed, added or left out stays so; the rest is as it is
 * proposed for the new day.
 */
export function withProposalOf(
  lines: readonly BillLine[],
  before: readonly ProposedEntry[],
  after: readonly ProposedEntry[],
): BillLine[] {
  const isUntouched = (line: BillLine) => {
    const proposed = before.find((each) => isSameCharge(each, line));
    return proposed && String(proposed.price) === line.price && String(proposed.quantity) === line.quantity;
  };
  const kept = lines.filter((line) => !isUntouched(line));
  const isWanted = (proposed: ProposedEntry) =>
    !kept.some((line) => isSameCharge(line, proposed)) &&
    // Left out by the person, who saw it proposed.
    (lines.some((line) => isSameCharge(line, proposed)) || !before.some((each) => isSameCharge(each, proposed)));
  return [...after.filter(isWanted).map(lineOfProposal), ...kept];
}
