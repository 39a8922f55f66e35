/** Packing a shipment into cartons. */
export const packing = {
  title: 'Pack by carton',
} as const;

/** What the server refuses with, by key. */
export const messages = {
  CartonSizesAreNumbers: 'Length, width, height and weight must be numbers above 0',
  CartonIsEmpty: 'A carton needs contents',
  AtLeastOneCarton: 'Add at least one carton',
} as const;
