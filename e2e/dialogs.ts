import {
  asConnected,
  asInstalled,
  atStation,
  CUSTOMS_GAPS,
  EXPIRED,
  fbaShipment,
  hit,
  IMPORTED,
  RERUN,
  withFreight,
  withSuggestion,
} from './dialog-answers.ts';
import * as given from './dialog-records.ts';
import {
  answerOnce,
  choose,
  type Dialogs,
  entry,
  FINISHED,
  fill,
  fillSlowly,
  follow,
  IN_WAREHOUSE,
  importFile,
  item,
  key,
  NARROW,
  OPEN_ORDERS,
  ofFirst,
  open,
  openNavigation,
  order,
  press,
  pressInDialog,
  pressInPanel,
  READY,
  RECEIVED,
  RECEIVING,
  reloadWithAnswer,
  reloadWithChanged,
  type Step,
  scan,
  see,
  seeOption,
  selectRow,
  steps,
  tab,
  typeText,
  upload,
  WIDE,
} from './dialog-steps.ts';

const CUSTOMER = '/relations/customer/13/action/view';
const NEW_CUSTOMER = '/relations/customer/new/action/edit';
const ITEM = '/inventories/1/action/view';
const PLATE = '/licenses/search%3DLP-0032';
const PLATE_PAGE = '/licenses/1/action/view';
const BIN_LIST = '/locations/on_page%3D1';
const FACES = '/faces/on_page%3D1';
const OPEN_COUNT = '/counts/3/action/view';
const NEW_BUCKET = '/serials/8/action/view';
const UNBILLED = '/billing/unbilled/on_page%3D1';
const ACTIVITY = '/billing/activities/1/action/view';
const OUTBOUND = '/f/outbound/default/on_page%3D1';
const PLATE_MENU = 'Actions for LP-0032';
const READY_AND_PACKED = `/f/outbound/default/${encodeURIComponent('filter_by[lacks_labels]=1')}`;

/** A person of the demo with a badge. */
const KOFI = '/users/11/action/view';
const NEW_BADGE = {
  id: 1,
  kind: 'personal',
  name: 'Spare',
  state: 'active',
  created_at: '2026-11-19T08:00:00.000Z',
  created_by: 'Marta Oliveira',
  expires_at: null,
  last_used_at: null,
  last_used_address: '',
  revoked_at: null,
  revoked_by: '',
  code: 'LSU-1-00000000000000000000000000-X',
};

const often: Dialogs = {
  'features/accounts/users/role-dialog': [['/users/on_page%3D1', press('Role')]],
  'features/company/configurations/configuration-dialog': [['/configurations/couriers', press(/^(Add|Create)/)]],
  'ui/resource/plain-dialog': [[BIN_LIST, press(/^Create/)]],
  'features/exceptions/snooze-menu': [['/exceptions', press(/^Snooze/)]],
  'ui/row-menu': [[PLATE, press(PLATE_MENU)]],
  'features/stock/plates/put-away': [[PLATE, press('Put-Away')]],
  'features/stock/counts/count-dialog': [['/counts/on_page%3D1', press('Create count')]],
  'features/floor/face-dialog': [[FACES, press('New face')]],
  'features/floor/bring-dialog': [[FACES, steps(press(/^Actions for/), item('What to bring'))]],
  'features/stock/adjust-dialog': [[ITEM, press('Adjust')]],
  // Before the next dialog, which opens again by itself when the shipment is shown again.
  'features/shipments/fulfil/quick-fulfil-dialog': [[IN_WAREHOUSE, ofFirst(press('Quick fulfil'))]],
  'features/shipments/fulfil/fulfil-dialog': [[IN_WAREHOUSE, ofFirst(key('f'))]],
  'features/shipments/packing/carton-dialog': [[READY, ofFirst(follow(/^(Pack|Repack)$/), press('Add carton', false))]],
  'app/shell/palette': [['/', key('Control+k')]],
  'app/shell/shortcut-help': [['/', key('?')]],
  'features/clients/webhook-dialog': [['/clients/1/action/view', press(/^Edit webhook Order/)]],
  'ui/detail/detail-page': [[OPEN_ORDERS, steps(order, press('More actions'))]],
};

/** The camera shows a grey picture from now on. */
const filmed: Step = (page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.getContext('2d')?.fillRect(0, 0, canvas.width, canvas.height);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(5);
  });

const begun = fill('Company', 'Begun Ltd');

const frame: Dialogs = {
  'app/shell/phone-navigation': [['/', press('Open navigation'), { widths: [NARROW] }]],
  'app/shell/palette': [
    ['/', steps(key('Control+k'), typeText('put LP-0032 in A-01-1'), see('Put LP-0032 in A-01-1'), key('Enter'))],
    ['/', steps(key('Control+k'), typeText('LP-003'), see('LP-0032'))],
  ],
  'features/floor/person-menu': [['/floor', press('Marta Oliveira')]],
  // This machine has no camera: first the message about that, then the picture of an imitated one.
  'ui/camera/viewfinder': [
    ['/floor/look-up', steps(press('Camera'), see('Scanner and keyboard work as before.'))],
    ['/floor/look-up', steps(filmed, press('Camera'), see('Hold a code into the frame'))],
  ],
  'app/shell/theme-switch': [['/', press('Appearance')]],
  'app/shell/language-switch': [['/', press(/^Language/)]],
  'app/shell/sign-out': [[NEW_CUSTOMER, steps(begun, openNavigation, press('Sign out'))]],
  'app/shell/sign-in-again': [
    [NEW_CUSTOMER, steps(begun, answerOnce('**/api/v3/relations', 401, { message: '' }), key('Control+Enter'))],
  ],
  'app/shell/scan-choice': [
    [
      '/profiles',
      steps(answerOnce('**/system/scan', 200, { data: [hit('license', 1), hit('item', 1)] }), scan('TWICE')),
    ],
  ],
};

const shared: Dialogs = {
  'ui/form/leave-guard': [[NEW_CUSTOMER, steps(begun, press('Leave'))]],
  'ui/form/form-dialog': [
    [CUSTOMER, steps(press('Add an address'), fill('City', 'Oakland'), pressInDialog('Cancel'))],
    [CUSTOMER, steps(press('Add an address'), fill('Company', ' '), pressInDialog('Save'), see('Data Submission'))],
  ],
  'ui/switch-client': [
    [
      NEW_CUSTOMER,
      steps(begun, press(/Working client/), async (page) => page.getByRole('option', { name: /Bluebird/ }).click()),
    ],
  ],
  'app/shell/client-selector': [['/', steps(press(/Working client/), seeOption(/Bluebird/))]],
  'ui/list/select-menu': [[OUTBOUND, press('Select')]],
  'ui/list/column-menu': [['/inventories/default/on_page%3D1', press('Columns'), { widths: [WIDE] }]],
  'ui/list/excel-menu': [['/relations/customer/on_page%3D1', press('Excel')]],
  'ui/list/print-button': [['/inventories/default/on_page%3D1', press('Print')]],
  'ui/import/import-dialog': [
    ['/relations/customer/on_page%3D1', importFile],
    [
      '/relations/customer/on_page%3D1',
      steps(importFile, answerOnce('**/upload/excel/**', 200, IMPORTED), upload, see('Company name is required')),
    ],
  ],
  'ui/select': [
    [OUTBOUND, open('Saved filters')],
    [NEW_CUSTOMER, open('Courier payment')],
  ],
  'ui/resource/plain-dialog': [
    ['/locations/1/action/view', press('Edit location')],
    [given.emptyLocation, entry(/^Actions for EMPTY/, 'Delete location')],
  ],
  'ui/form/day-input': [[ITEM, async (page) => page.getByLabel('Stock at the end of').click()]],
};

const records: Dialogs = {
  'features/records/trace-panel': [[CUSTOMER, press('All 1')]],
  'features/records/files-panel': [[CUSTOMER, press('Delete 收货说明.txt')]],
  'features/records/comments-panel': [[given.commentedCustomer, press(/^Delete comment: /)]],
  'features/records/categories-panel': [
    [CUSTOMER, press('Category Wholesale')],
    [CUSTOMER, entry('Category Wholesale', 'Delete the category everywhere')],
  ],
  'features/relations/address-dialog': [
    [CUSTOMER, press('Add an address')],
    [CUSTOMER, press('Edit address')],
  ],
  'features/relations/address-section': [[CUSTOMER, press('Delete address')]],
};

const settings: Dialogs = {
  'features/accounts/profile/token-dialog': [['/profiles', press('Generate a token')]],
  'features/accounts/profile/api-token': [
    [
      '/profiles',
      steps(
        press('Generate a token'),
        async (page) => page.getByRole('dialog').getByLabel('Current password').fill('looked at'),
        answerOnce('**/api/v3/me/token', 200, { data: { api_token: 'a-token-that-is-shown-once' } }),
        key('Control+Enter'),
        see('Your new token'),
      ),
    ],
    [given.profileWithToken, press('Revoke')],
  ],
  'features/accounts/badges/badge-dialog': [['/profiles', press('New badge')]],
  'features/accounts/badges/badge-made': [
    [
      '/profiles',
      steps(
        press('New badge'),
        async (page) => page.getByRole('dialog').getByLabel('Current password').fill('looked at'),
        answerOnce('**/api/v3/me/badges', 200, { data: NEW_BADGE }),
        key('Control+Enter'),
        see('Badge made'),
      ),
    ],
  ],
  'features/accounts/badges/badge-list': [[KOFI, press('Revoke: Lanyard')]],
  'features/accounts/users/initial-password': [
    [
      '/users/new/action/edit',
      steps(
        fill('Name', 'Looked at'),
        async (page) => page.getByLabel('Email').fill(`looked-at-${Date.now()}@own.test`),
        async (page) => page.getByRole('switch', { name: 'Super user' }).click(),
        press('Save'),
      ),
    ],
  ],
  'features/clients/webhook-dialog': [
    ['/clients/1/action/view', press('Add a webhook')],
    ['/clients/1/action/view', steps(press(/^Edit webhook Order/), press('Delete'))],
  ],
  'features/company/configurations/configuration-dialog': [
    ['/configurations/taxes', press(/^Create/)],
    ['/configurations/terms', press(/^Create/)],
    ['/configurations/packages', press(/^Create/)],
    ['/configurations/uoms', press('Edit Bag')],
  ],
  'features/company/configurations/delete-configured': [
    ['/configurations/uoms', press('Delete Bag')],
    ['/configurations/uoms', steps(press('Delete Unit'), pressInDialog('Delete'), see('is in use'))],
  ],
  'features/company/operations/messages': [
    ['/system/messages', press('Create message')],
    ['/system/messages', press('Delete message')],
  ],
  'features/company/operations/outbox': [['/system/outbox', press(/^Goods received/)]],
};

const inventory: Dialogs = {
  'features/inventory/uom-dialog': [[ITEM, steps(tab(/^UOM/), press(/^(Add|Edit)/))]],
  'features/inventory/uom-tab': [[ITEM, steps(tab(/^UOM/), press('Remove unit'))]],
  'features/locations/bin-labels': [[BIN_LIST, press('Print labels')]],
  'features/floor/waves/short-dialog': [['/floor/waves/1', press('Short')]],
  'features/floor/waves/wave-view': [['/waves/1/action/view', entry('More actions', 'End wave')]],
  'features/floor/waves/tote-list': [['/totes/on_page%3D1', press('Create several')]],
  'features/floor/waves/cart-list': [['/carts/on_page%3D1', entry('Actions for Cart 1', 'Print label')]],
  'features/locations/location-plates': [[BIN_LIST, entry('Actions for A-01-1', 'Plates here')]],
  'features/locations/move-all': [[BIN_LIST, entry('Actions for A-01-1', 'Move all plates')]],
  'features/locations/location-history': [[BIN_LIST, entry('Actions for A-01-1', 'History')]],
  'features/stock/move-dialog': [[ITEM, press('Move')]],
  'features/stock/quarantine-dialog': [
    [given.quarantinedItem, press('Convert to pristine')],
    [given.quarantinedItem, press('Dispose')],
  ],
  'features/stock/lot-dialog': [[ITEM, press(/^Edit lot L/)]],
  'features/stock/movements-panel': [[ITEM, press('All movements')]],
  'features/stock/reservations-panel': [[given.reservedItem, press('All reservations')]],
  'features/stock/plates/put-away': [
    [PLATE, entry(PLATE_MENU, 'Move')],
    [PLATE, steps(press('Put-Away'), scan('NO-SUCH-PLATE'), see('NO-SUCH-PLATE'))],
  ],
  'features/stock/plates/license-dialog': [
    [PLATE, press('Create')],
    [PLATE_PAGE, press('Edit')],
    [given.unusedPlate, entry(/^Actions for UNUSED/, 'Delete license plate')],
  ],
  'features/stock/plates/license-batch': [[PLATE, press('Batch create')]],
  'features/stock/plates/license-items': [[PLATE, press('Items')]],
  'features/stock/plates/license-break': [[PLATE, entry(PLATE_MENU, 'Break')]],
  'features/stock/plates/license-labels': [
    [PLATE, entry(PLATE_MENU, 'Print label')],
    [
      PLATE,
      steps(
        press('Batch create'),
        async (page) => page.getByLabel('Start number').fill(`LOOK-${Date.now()}`),
        key('Control+Enter'),
        see(/^Print \d+ label/),
      ),
    ],
  ],
  'features/stock/plates/license-history': [[PLATE, entry(PLATE_MENU, 'History')]],
  'features/stock/plates/plate-history': [[given.busyPlate, press('All movements')]],
  'features/stock/serials/split-dialog': [['/serials/2/action/view', press('Split')]],
  'features/stock/serials/add-serials': [[NEW_BUCKET, press('Add')]],
  'features/stock/serials/serial-dialog': [
    [NEW_BUCKET, press('EG126-1064')],
    [NEW_BUCKET, entry('More actions', 'Delete bucket')],
  ],
  'features/stock/counts/post-count': [[OPEN_COUNT, press('Post the count')]],
  'features/stock/counts/count-view': [
    [OPEN_COUNT, press('Upload')],
    [OPEN_COUNT, entry('More actions', 'Cancel the count')],
  ],
};

const ordersAndShipments: Dialogs = {
  'features/orders/order-actions': [[OPEN_ORDERS, steps(order, entry('More actions', /^Cancel/))]],
  'features/orders/partial-dialog': [[OPEN_ORDERS, steps(order, press(/^Ship part/))]],
  'features/orders/address-editor': [[OPEN_ORDERS, steps(order, follow('Edit'), press(/Edit address$/))]],
  'features/orders/relation-search': [
    ['/orders/Customer-Order/new/action/edit', steps(fillSlowly(/^Customer/, 'Harvest'), seeOption(/Harvest Lane/))],
  ],
  'features/inventory/item-picker': [['/serials/new/action/edit', steps(fillSlowly(/^Item/, 'KC-'), seeOption(/KC-/))]],
  'features/orders/batch-dialog': [[given.orderWithoutStock, steps(selectRow, press(/^Process \d/))]],
  'features/shipments/finish-dialog': [[READY, ofFirst(press('Finish'))]],
  'features/shipments/print-menu': [
    [READY, ofFirst(press('Print'))],
    [READY, ofFirst(press('Print'), item('Packing slip'))],
    [READY, ofFirst(follow(/^(Pack|Repack)$/), press('Carton labels and packing slip'))],
  ],
  'features/shipments/customs-question': [
    [READY, ofFirst(answerOnce('**/docs/customs-gaps', 200, CUSTOMS_GAPS), press('Print'), item('Commercial invoice'))],
  ],
  'features/shipments/print-job-dialog': [
    [
      '/f/outbound/default/per_page%3D25',
      steps(press('Select'), item('All'), press(/^Print \(/), item('Mobile labels')),
    ],
  ],
  'features/shipments/shipment-lock': [[given.heldShipment, press('Take over')]],
  'features/shipments/shipment-lines': [[READY, ofFirst(press(/^Remove this fulfilment/))]],
  'features/shipments/quantity-dialog': [
    [IN_WAREHOUSE, ofFirst(press(/^Change the quantity of/))],
    [RECEIVING, ofFirst(entry('More actions', 'Receive extra…'))],
  ],
  'features/shipments/close-short-dialog': [[RECEIVING, ofFirst(entry('More actions', 'Close short'))]],
  'features/shipments/update-dialog': [[IN_WAREHOUSE, ofFirst(key('e'))]],
  'features/shipments/carrier-dialog': [[given.shipmentOfOneLine, pressInPanel('Courier', /./)]],
  'features/shipments/incoterm-dialog': [[IN_WAREHOUSE, ofFirst(pressInPanel('Incoterm', /./))]],
  'features/shipments/void-dialog': [
    [IN_WAREHOUSE, ofFirst(entry('More actions', 'Void'))],
    [FINISHED, ofFirst(entry('More actions', 'Void'))],
  ],
  'features/shipments/packing/pack-screen': [
    [READY_AND_PACKED, ofFirst(follow(/^(Pack|Repack)$/), press('Delete all'))],
  ],
  'features/shipments/fulfil/fulfil-dialog': [
    [RECEIVING, ofFirst(key('f'))],
    [IN_WAREHOUSE, ofFirst(key('f'), see('Report short'), scan('NO-SUCH-CODE'), see('Nothing was taken'))],
    [RECEIVING, ofFirst(press('Upload the sheet'))],
  ],
  'features/shipments/fulfil/fulfil-form': [
    [IN_WAREHOUSE, ofFirst(key('f'), press('Type by hand'))],
    [
      given.shipmentOfOneLine,
      steps(
        key('f'),
        press('Type by hand'),
        answerOnce('**/fulfill/line', 422, EXPIRED),
        pressInDialog('Fulfil'),
        see('Ship an expired lot?'),
      ),
    ],
  ],
  'features/shipments/fulfil/report-short': [
    [IN_WAREHOUSE, ofFirst(key('f'), press('Report short'))],
    [given.shipmentOfOneLine, steps(key('f'), press('Report short'))],
  ],
  'features/shipments/fulfil/allocate-dialog': [[IN_WAREHOUSE, ofFirst(entry('More actions', 'Allocate for picking'))]],
};

const channels: Dialogs = {
  'features/channels/invite-dialog': [['/integrations/on_page%3D1', press('Invite FBA')]],
  'features/channels/problem-line': [
    [
      given.connectedShop,
      steps(reloadWithChanged('**/integrations/orders?*', withSuggestion), press('Map to… for HOLIDAY-250')),
    ],
  ],
  'features/channels/sku-dialog': [[given.connectedShop, pressInPanel('SKU mapping', 'Add')]],
  'features/channels/courier-dialog': [[given.connectedShop, pressInPanel('Courier mapping', 'Add')]],
  'features/channels/shop-order-dialog': [[given.connectedShop, pressInPanel('Orders waiting', /^\d+$/)]],
  'features/channels/integration-view': [[given.connectedShop, entry('More actions', 'Delete')]],
  'features/channels/remove-service': [
    [given.connectedShop, steps(reloadWithChanged(/\/integrations\/\d+$/, asInstalled), press('Remove the service'))],
  ],
};

const COMPANY = '/company';
const ACCOUNTS = '**/integrations/settings/shipping';
const FBA_PAGE = '/f/outbound/fba/1/fulfill';
const fbaIs = (how: Parameters<typeof fbaShipment>[0]) => reloadWithAnswer('**/fba/shipment/1', fbaShipment(how));

/** Accounts with partners, which the demo has only after somebody connected them. */
const partners: Dialogs = {
  'features/shipping/connect-dialog': [[COMPANY, press(/^(Connect|Change)$/)]],
  'features/shipping/account-panels': [[COMPANY, steps(reloadWithChanged(ACCOUNTS, asConnected), press('Disconnect'))]],
  'features/shipping/sender-addresses': [
    [COMPANY, steps(reloadWithChanged(ACCOUNTS, asConnected), press('Add address'))],
  ],
  'features/shipping/buy-labels-dialog': [[READY_AND_PACKED, steps(selectRow, press(/^Buy labels \(/))]],
  'features/shipping/bought-labels': [[given.labelledShipment, press(/^Void the label of/)]],
  'features/shipments/station-dialog': [[READY, steps(selectRow, press(/^Send \d+ to ShipStation/))]],
  'features/shipments/station-panel': [
    [given.stationShipment, steps(reloadWithChanged(/\/shipments\/\d+\/ss$/, atStation), press('Remove'))],
  ],
  'features/shipments/freight-dialog': [
    [
      given.shipmentOfOneLine,
      steps(reloadWithChanged(/\/shipments\/\d+\/freight$/, withFreight), press('Book freight …')),
    ],
  ],
  'features/shipping/fba-documents': [[FBA_PAGE, steps(fbaIs('open'), press(/^Print: Pick/))]],
  'features/shipping/fba-page': [[FBA_PAGE, steps(fbaIs('over'), press('Start again'))]],
  'features/shipping/fba-side': [
    [FBA_PAGE, steps(fbaIs('open'), press('Change feed type'))],
    [FBA_PAGE, steps(fbaIs('confirmed'), press('Void'))],
  ],
};

const billing: Dialogs = {
  'features/billing/bill-dialog': [
    [READY, ofFirst(press('Bill'))],
    [RECEIVED, ofFirst(press('Bill'))],
  ],
  'features/billing/item-dialog': [['/billing/items/on_page%3D1', press('Create')]],
  'features/billing/link-dialog': [
    [ACTIVITY, press('Add a charge')],
    [ACTIVITY, press(/ in /)],
  ],
  'features/billing/link-history': [[ACTIVITY, press(/^Rates of/)]],
  'features/billing/entry-dialog': [['/billing/entries/on_page%3D1', press(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)]],
  'features/billing/correction-dialog': [[given.closedEntry, press('Correct entry')]],
  'features/billing/reversal-dialog': [[given.reversal, press('Delete')]],
  'features/billing/unbilled/unbilled-dialog': [
    [UNBILLED, steps(async (page) => page.locator('#content [data-row]').first().click())],
  ],
  'features/billing/unbilled/waive-dialog': [[UNBILLED, entry(/^Actions for/, 'Waive')]],
  'features/billing/unbilled/rerun-dialog': [
    [UNBILLED, steps(answerOnce('**/billing/unbilled/run', 200, RERUN), entry(/^Actions for/, 'Run again'))],
  ],
  'features/billing/statements/close-button': [
    [given.openStatement, press('Close month')],
    [given.closedStatement, press('Reopen month')],
  ],
  'features/billing/statements/close-many-dialog': [['/billing/statements', press('Close month')]],
  'features/billing/statements/statement-documents': [[given.openStatement, press('PDF')]],
  'features/billing/statements/document-versions': [[given.closedStatement, press(/^Show /)]],
  'features/billing/statements/client-statement-view': [[given.closedStatementOfClient, press('PDF')]],
  'features/billing/accrual/run-dialog': [['/billing/accrual', press('Charge days again')]],
  'features/reports/billing/task-dialog': [
    ['/billing/reports', press('Create task')],
    ['/billing/reports', press('Edit clients')],
  ],
  'features/reports/subscriptions/subscribe-dialog': [
    ['/reports/inventory', press('Subscribe')],
    ['/reports', press('Edit')],
  ],
  'features/reports/subscriptions/subscription-list': [['/reports', press('Delete')]],
  'features/stock/counts/count-upload': [['/reports/count-sheet', press('Upload figures')]],
  'features/reports/billing/billing-reports': [['/billing/reports', steps(choose('Format', 'PDF'), press('Run'))]],
};

/** What a test opens to look at it. */
export const dialogs: readonly Dialogs[] = [
  often,
  frame,
  shared,
  records,
  settings,
  inventory,
  ordersAndShipments,
  channels,
  partners,
  billing,
];
