/** Why labels, orders at the shipping station, inbound shipments or freight do not go on. */
export const messages = {
  QuoteIsRequired: 'Choose one of the prices',
  QuoteIsUnknown: 'This price is not known any more: ask for prices again',
  QuoteIsTooOld: 'This price is too old to buy at: ask for prices again',
  QuoteIsOutdated: 'Cartons, address or payment have changed since this price was asked for: ask for prices again',
  SenderStreetIsRequired: 'Street is required',
  CourierHasNoLabels: 'The courier is not mapped to a carrier that sells labels',
  CourierHasNoSender: "The courier has no sender's address",
  NoLabelCourierNamed: 'There is no such courier for this shipment',
  CartonIsUnknown: 'There is no such carton in this shipment',
  CartonHasLabel: 'Carton {{n}} has a label already: void it first',
  LabelIsBeingAsked:
    'Carton {{n}}: the partner is being asked what became of its label. Nothing is bought again until it is known.',
  CartonsHaveLabels: 'All cartons have a label',
  LabelsAreBusy: 'Somebody else is buying or voiding labels of this shipment: try again in a moment',
  NoServiceForAll: 'No carrier takes all parcels',
  NoServiceByRule: 'No carrier offers the service of the courier: {{n}}',
  NoServiceInTime: 'Nothing arrives by {{n}}',
  PricedInOtherCurrency: '{{1}} is priced in {{2}}, which is not the currency of the company',
  LabelIsUnknown: 'This is no label of the shipment',
  LabelIsNotBought: 'Only a label that was bought can be voided',
  LabelWasNotBought: 'The partner did not make this label, and nothing was paid',
  LabelIsNoFile: 'The partner answered no label that can be printed',
  ShipmentIsGone: 'The shipment was voided',
  LabelUserIsGone: 'Whoever asked for these labels may not buy them any more',
  CarrierKeepsMoney: 'The carrier did not give the money back',
} as const;

/** The page of a link that prints labels, when there is nothing to print. */
export const labelPage = {
  title: 'There is no label to print yet',
  text: 'It is fetched from the carrier. Open it again from the shipment in a moment.',
} as const;
