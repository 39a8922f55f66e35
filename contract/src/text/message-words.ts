/** Messages whose value is the state of a record: it is said by the word of the reader's language. */
const STATES: Readonly<Record<string, string>> = {
  OrderIsInState: 'orders.statuses',
  ShipmentIsInState: 'orders.shipmentStatuses',
};

/** The key of the text that says the value of a message; undefined when the value is shown as it is. */
export const wordKeyOf = (message: string, value: string): string | undefined => {
  const under = STATES[message];
  return under && `${under}.${value}`;
};
