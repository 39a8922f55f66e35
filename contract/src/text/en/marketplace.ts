/** The panel of a shipment of a marketplace's order. */
export const marketplace = {
  title: 'Zalora',
  provider: 'Provider',
  providerIntegrated: '{{name}} · gives the tracking number',
  method: 'Method',
  methods: { dropship: 'Drop-ship', pickup: 'Pick-up by Zalora', send_to_warehouse: 'Send to warehouse' },
  ownCarrier: 'Own carrier',
  ownCarrierHint: 'The waybill is sent as the tracking number',
  fulfil: 'Fulfil in Zalora',
  fulfilling: 'Zalora is packing the units and setting them to ready …',
  again: 'Try again',
  fulfilled: 'Fulfilled in Zalora',
  done: 'Ready to ship in Zalora',
  unknown: 'The answer of Zalora is missing. Trying again looks first what is there.',
  tracking: 'Tracking number',
  noProviders: 'Zalora lists no provider',
  documents: 'Documents',
  kinds: { invoice: 'Invoice', shippingLabel: 'Shipping label', carrierManifest: 'Carrier manifest' },
  print: 'Print {{name}}',
  preparing: 'being prepared …',
  fetchAgain: 'Fetch the documents again',
};

/** The page of a document that is not there. */
export const marketplacePage = {
  waiting: 'The document is not ready yet',
  wait: 'The marketplace is still drawing it. This page asks again by itself.',
  refused: 'The document cannot be printed',
};
