/** What the server refuses with, by key. */
export const messages = {
  MinimumIsInvalid: 'Minimum must be a whole number of at least 1',
  MaximumIsInvalid: 'Maximum must be a whole number of at least 1',
  MaximumBelowMinimum: 'Maximum must not be below the minimum',
  FaceItemIsRequired: 'Choose an item',
  FaceIsTaken: 'This item has its face in this bin already',
  FaceNeedsPickingBin: '{{n}} is a storage bin; a face is a bin for picking',
  FaceLocationIsUnknown: 'This bin does not exist; choose another',
  FaceItemIsUnknown: 'This item does not exist, or is not active; choose another',
  BringExpiry: 'Expires first: {{n}}',
  BringEmptied: 'Is emptied by it',
  BringSmallest: 'The smallest that fills the face',
  BringLargest: 'No plate fills the face: the largest',
} as const;
