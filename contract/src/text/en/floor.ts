/** Work on the floor. */
export const floor = {
  proposed: 'Proposed',
  proposedUnits_one: '{{units}} unit of it there',
  proposedUnits_other: '{{units}} units of it there',
  proposedOthers: 'Or',
  noProposal: 'No bin is proposed: scan any',
} as const;

/** Why a bin is proposed for a plate. */
export const messages = {
  PutAwayPickingBin: 'Picking bin of this item',
  PutAwaySameItem: 'Holds the same item',
  PutAwayNearItem: 'Empty, in the aisle of this item',
  PutAwayCategory: 'Empty, of the category that this client uses',
  PutAwayEmpty: 'Empty bin',
} as const;
