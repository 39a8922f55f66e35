/** Receiving and picking the lines of a shipment. */
export const fulfilment = {
  title: 'Fulfil',
} as const;

/** What the server refuses with, by key. */
export const messages = {
  MissingLineId: 'Choose a line',
  InvalidQuantity: 'The quantity must be a whole number above 0',
  QuantityCannotBeMoreThanOrdered: 'The quantity cannot be more than ordered',
  LotRequired: '{{n}} is lot-controlled: choose a lot or enter a new one',
  SerialRequired: '{{n}} is serial-controlled: choose its serial bucket',
  LineOfAnotherShipment: 'Line {{n}} is not a line of this shipment',
  LotExpiresBeforeShipping:
    'Lot {{1}} expires on {{2}}, before the ship date {{3}}: confirm that it is shipped all the same',
  NotQuickBySerial: '{{n}} is serial-controlled: choose its serials',
  NotQuickByLot: '{{n}} is lot-controlled: enter its lot',
  NoPlaceFound: '{{1}}: no place was found for {{2}} units',
  OnlyOutboundIsAllocated: 'Only outbound shipments are allocated',
  PickWholePlateFirstToExpire: 'The whole plate {{1}}; its lot {{2}} expires first, on {{3}}',
  PickFaceFirstToExpire: 'From picking location {{1}}; lot {{2}} expires first, on {{3}}',
  PickFirstToExpire: 'Lot {{1}} expires first, on {{2}}',
  PickWholePlate: 'The quantity takes the whole plate {{n}}',
  PickOnlyPlace: 'The only place that holds it',
  PickFace: 'From picking location {{1}}, in stock there since {{2}}',
  PickStorage: 'From storage {{1}}, in stock there since {{2}}',
  PickNoBin: 'At no location, in stock since {{n}}',
  ReceiveOnNoPlate: 'Everything that is left, on no plate',
  ReceiveToInspect: 'Returned by a customer: into quarantine, to inspect',
  GoodsAreAt: '{{1}} are now at {{2}}',
  GoodsAreQuarantinedAt: '{{1}} are now in quarantine at {{2}}',
  GoodsWereShipped: '{{1}} left with shipment {{2}}',
  GoodsWereDisposed: '{{1}} were disposed of',
  GoodsWereAdjusted: '{{1}} were taken off by an adjustment or a count',
  LineIsANumber: 'Line is the number of a shipment line',
  NotOnThisShipment: 'This shipment has no such line',
  BucketIsUnknown: 'This item has no serial bucket with this lead',
  ShipmentIsRequired: 'Name the shipment',
  OutboundUploadIsOff: 'Shipping by Excel is off in the company settings',
} as const;

/** What each column of an import sheet takes: the notes of its template. */
export const sheets = {
  Fulfilment: {
    howTo: 'How to',
    howToText:
      'Every row is one line at one place. Correct the quantities and places, copy a row when a line has several places, and upload the file on the page of the shipment: at most 50 rows at a time. A row without RowQty is left out.',
    line: 'Number of the shipment line. May be left empty when the SKU is given.',
    sku: 'SKU of the item',
    name: 'Name of the item, for you to read only',
    ordered: 'Units of the line in all, for you to read only',
    quantity: 'Units at this place: a whole number above 0; all rows of a SKU together at most what is left of it',
    serial: 'Lead of the serial bucket, for serial-controlled items; RowQty is then the units of the bucket',
    reference: 'Your own reference',
  },
  Receiving: {
    license: 'Number of an existing plate; empty for no plate',
    lot: 'Lot number, for lot-controlled items; a new number becomes a new lot',
    expire: 'Expiry date of a new lot, YYYY-MM-DD',
    quarantine: 'Y: into quarantine. N or empty: pristine',
    reason: 'Why it goes into quarantine',
  },
  Shipping: {
    location: 'Where the plate is, for you to read only',
    license: 'Number of the plate the goods are taken from; empty for no plate',
    lot: 'Lot number, for lot-controlled items',
    expire: 'When the lot expires, for you to read only',
  },
} as const;
