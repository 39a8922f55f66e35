/** Why a connection, an order of a shop or a report to it does not go on. */
export const messages = {
  PleaseSelectAPartner: 'Please select a partner',
  CredentialFieldsAreEmpty: 'Credential fields are empty',
  ShopAddressIsInvalid: 'Enter the address of the shop, for example {{n}}',
  PartnerIsRetired: 'The partner has switched this off. It can no longer be connected',
  PartnerRefusedCredentials: 'The partner does not accept the credentials: {{n}}',
  PartnerRefused: 'The partner refused: {{n}}',
  PlaceNotChosen: 'choose the location or store of this connection first',
  OrderNotInShop: 'the shop has no order {{n}} any more',
  OrderCancelledInShop: 'the order is cancelled in the shop',
  ConnectionOnlyReads: 'this connection only reads. Change its version to V1',
  NoShopAddress: '“{{n}}” is no address of a shop',
  PartnerUnavailable: 'The partner could not be reached: {{n}}. It is tried again by itself',
  PartnerLimited: 'The partner asks to wait. It is tried again by itself',
  PartnerAnswerUnknown: 'No answer came. What the shop has is looked up before anything is sent again',
  PartnerAnswerMalformed: 'The partner answered something unexpected: {{n}}',
  NotVerifiedYet: 'Not verified. Save the connection with the right credentials',
  UnknownSku: 'Unknown SKU {{n}}',
  LineWithoutSku: 'A line without an SKU: {{n}}',
  ItemIsDisabled: 'Item {{n}} is disabled',
  SkuIsAmbiguous: 'Several items match {{n}}',
  MethodWithoutCourier: 'No courier for the shipping method {{n}}',
  OrderHasNoLines: 'The order has nothing to ship',
  OrderHasTooManyLines: 'The order has more than {{n}} lines',
  QuantityIsTooLarge: 'The quantity of {{n}} is too large or no whole number',
  AddressIsMissing: 'The shop gives no address for this order',
  ChangedAfterProcessing: 'Changed in the shop after it was processed here: {{n}}',
  CancelledAfterProcessing: 'Cancelled in the shop after it was processed here',
  FulfilmentRequest: 'Fulfilment request',
  CancellationRequest: 'Cancellation request',
  CancellationAsked: 'The shop asks to cancel it, and it is processed here. Accept or reject that',
  RequestOrderCancelled: 'The order was cancelled in the warehouse',
  RequestNotTaken: 'The warehouse cannot take this order',
  ShopCancelled: 'Cancelled',
  ShopAddressChanged: 'Another address',
  ShopMethodChanged: 'Shipping method: {{n}}',
  ShopNoteChanged: 'Another note',
  OrderNotPlaced: 'The order could not be placed: {{n}}',
  PlaceIsUnknown: 'Choose one of the list',
  SkuIsNotWaiting: 'No order of this shop waits for this SKU',
  ShipmentNotInShop: 'The shop did not take: {{n}}',
  ProviderIsRequired: 'Choose a provider',
  WaybillIsNeeded: 'Enter the waybill first: your own carrier gives the tracking number',
  MarketplaceIsBusy: 'Somebody else is doing this right now',
  DocumentIsNoPdf: 'The marketplace sent something that is no PDF',
  DocumentIsTooLarge: 'The document is too large',
} as const;

/** Mail to whoever made a connection. */
export const channelMail = {
  accountRefusedSubject: '{{name}} does not accept the company’s keys any more',
  accountRefusedText:
    'Nothing is asked of {{name}} until its keys are entered again.\n\n{{reason}}\n\nEnter them here:\n{{link}}\n',
  revokedSubject: 'The connection {{name}} was refused by its shop',
  revokedText:
    '{{name}} does not read orders or report shipments any more.\n\n{{reason}}\n\nEnter new credentials here:\n{{link}}\n',
} as const;

/** Of the trace of a connection: what is about no single partner, and how the record that a call is about is added. */
export const channelTrace = {
  Webhook: 'Webhook',
  page: 'page {{n}}',
  about: '{{what}}: {{record}}',
} as const;
