/** Lists and pages of shipments. */
export const shipments = {
  inbound: 'Receiving',
  outbound: 'Shipping',
} as const;

/** What the server refuses with, by key. */
export const messages = {
  ShipmentIsInState: 'The shipment is {{n}}',
  ShipmentIsLockedBy: 'Locked by {{n}}',
  NewQuantityIsInvalid: 'New quantity should be greater or equal to 0',
  AtLeastOneShipment: 'Select at least one shipment',
} as const;
