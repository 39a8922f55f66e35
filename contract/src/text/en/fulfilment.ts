/** Receiving and picking the lines of a shipment. */
export const fulfilment = {
  title: 'Fulfil',
} as const;

/** What the server refuses with, by key. */
export const messages = {
  MissingLineId: 'Choose a line',
  InvalidQuantity: 'The quantity must be a whole number above 0',
} as const;

/** What each column of an import sheet takes: the notes of its template. */
export const sheets = {} as const;
