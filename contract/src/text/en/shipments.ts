/** Lists and pages of shipments. */
export const shipments = {
  inbound: 'Receiving',
  outbound: 'Shipping',
} as const;

/** What the server refuses with, by key. */
export const messages = {
  QuantityBelowFulfilled: 'New quantity cannot be less than fulfilled: {{n}}',
  LineOfAnotherShipment: 'This line is not one of the shipment',
  MoreThanLeftover: '{{1}}: at most {{2}}',
  AllLinesWouldBeZero: 'Every line would be 0: void the shipment instead',
  KitLineKeepsItsOrder: 'This line is part of kit {{n}}: the kit is changed as a whole, in its order',
  OnlyCustomerOrdersHaveCouriers: 'The courier is chosen for customer orders only',
  BillingIsNotAvailable: 'Billing is not set up yet: finish without billing',
  MayNotBill: 'Your role may not bill shipments',
  ShipmentIsInState: 'The shipment is {{n}}',
  ShipmentIsLockedBy: 'Locked by {{n}}',
  NewQuantityIsInvalid: 'New quantity should be greater or equal to 0',
  AtLeastOneShipment: 'Select at least one shipment',
} as const;

/** To the addresses that a client lists for receipts and for goods that leave. */
export const shipmentMail = {
  receivedSubject: 'Received: {{reference}}',
  shippedSubject: 'Shipped: {{reference}}',
  received: '{{type}} {{reference}} of {{client}} was received (shipment {{shipment}}).',
  shipped: '{{type}} {{reference}} of {{client}} left the warehouse (shipment {{shipment}}).',
  po: 'PO: {{po}}',
  relation: 'Relation: {{name}}',
  shipTo: 'Ship to: {{address}}',
  courier: 'Courier: {{name}}',
  waybill: 'Waybill: {{waybill}}',
  cartons: 'Cartons: {{n}}',
  units: 'Units: {{n}}',
  quarantined: '{{n}} in quarantine',
  more: '… and {{n}} more lines',
} as const;
