/** Packing a shipment into cartons. */
export const packing = {
  title: 'Pack by carton',
} as const;

/** What the server refuses with, by key. */
export const messages = {
  CartonSizesAreNumbers: 'Length, width, height and weight must be numbers above 0',
  CartonIsEmpty: 'A carton needs contents',
  AtLeastOneCarton: 'Add at least one carton',
  PackedIsNotShipped: '{{1}} packed quantity does not equal to shipped quantity',
  CartonIsTwice: 'There are two cartons {{n}}',
  ShipmentIsNotPacked: 'Shipment is not packed. Please pack your shipment first by going back to shipment main page.',
} as const;
