/** Why labels, orders at the shipping station, inbound shipments or freight do not go on. */
export const messages = {
  QuoteIsRequired: 'Choose one of the prices',
  QuoteIsUnknown: 'This price is not known any more: ask for prices again',
  QuoteIsTooOld: 'This price is too old to buy at: ask for prices again',
  SizeIsInvalid: 'Enter a size above 0',
  SenderStreetIsRequired: 'Street is required',
} as const;
