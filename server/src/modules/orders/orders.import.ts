import { orderFields, sheetColumnsOf } from '@longshore/contract';
import { type ImportSheet, importSheet, sheetColumn } from '../../platform/imports/import-sheet.ts';
import { checkImportedOrder, saveImportedOrder } from './import-order.ts';
import { OrderSheetRow, orderKeys } from './order-sheet-row.ts';
import type { ProcessOrder } from './place-order.ts';

const { reference, po, ...others } = sheetColumnsOf(orderFields);

/** The sheet `Order`; the module of shipments registers it with its own command. */
export const makeOrderSheet = (processOrder: ProcessOrder): ImportSheet =>
  importSheet({
    type: 'Order',
    access: 'order_controller',
    row: OrderSheetRow,
    columns: {
      type: sheetColumn('Type', 'sheets.Order.type', 'Customer Order'),
      reference,
      po,
      relation: sheetColumn('Relation', 'sheets.Order.relation', 'Harvest Lane Market'),
      ship_company: sheetColumn('ShipToCompany', 'sheets.Order.ship_company', 'Harvest Lane Market'),
      ship_contact: sheetColumn('ShipToContact', 'sheets.Order.ship_contact', 'Ruth Alder'),
      ship_phone: sheetColumn('ShipToPhone', 'sheets.Order.ship_phone'),
      ship_street1: sheetColumn('ShipToStreet1', 'sheets.Order.ship_street1', '418 Harvest Ln'),
      ship_street2: sheetColumn('ShipToStreet2', 'sheets.Order.ship_street2'),
      ship_street3: sheetColumn('ShipToStreet3', 'sheets.Order.ship_street3'),
      ship_city: sheetColumn('ShipToCity', 'sheets.Order.ship_city', 'Portland'),
      ship_state_code: sheetColumn('ShipToStateCode', 'sheets.Order.ship_state_code', 'OR'),
      ship_postal_code: sheetColumn('ShipToPostalCode', 'sheets.Order.ship_postal_code', '97214'),
      ship_country_code: sheetColumn('ShipToCountryCode', 'sheets.Order.ship_country_code', 'US'),
      bill_company: sheetColumn('BillToCompany', 'sheets.Order.bill_company'),
      bill_contact: sheetColumn('BillToContact', 'sheets.Order.bill_contact'),
      bill_phone: sheetColumn('BillToPhone', 'sheets.Order.bill_phone'),
      bill_street1: sheetColumn('BillToStreet1', 'sheets.Order.bill_street1'),
      bill_street2: sheetColumn('BillToStreet2', 'sheets.Order.bill_street2'),
      bill_street3: sheetColumn('BillToStreet3', 'sheets.Order.bill_street3'),
      bill_city: sheetColumn('BillToCity', 'sheets.Order.bill_city'),
      bill_state_code: sheetColumn('BillToStateCode', 'sheets.Order.bill_state_code'),
      bill_postal_code: sheetColumn('BillToPostalCode', 'sheets.Order.bill_postal_code'),
      bill_country_code: sheetColumn('BillToCountryCode', 'sheets.Order.bill_country_code'),
      courier: sheetColumn('Courier', 'sheets.Order.courier', 'UPS Ground'),
      payment: sheetColumn('Payment', 'sheets.Order.payment', 'prepaid'),
      account: sheetColumn('Account', 'sheets.Order.account'),
      billing_postal: sheetColumn('BillingPostal', 'sheets.Order.billing_postal'),
      billing_country: sheetColumn('BillingCountry', 'sheets.Order.billing_country'),
      tax_rate: sheetColumn('TaxRate', 'sheets.Order.tax_rate', 0.13),
      term: sheetColumn('Term', 'sheets.Order.term'),
      ...others,
      sku: sheetColumn('Sku', 'sheets.Order.sku', 'OAK-001'),
      quantity: sheetColumn('Qty', 'sheets.Order.quantity', 12),
      price: sheetColumn('Price', 'sheets.Order.price', 9.4),
      line_comment: sheetColumn('LineComment', 'sheets.Order.line_comment'),
      auto_process: sheetColumn('AutoProcess', 'sheets.Order.auto_process', 'N'),
    },
    identify: async (_tx, _clientId, rows) => orderKeys(rows),
    identifiedBy: 'reference',
    check: checkImportedOrder,
    save: (tx, actor, context, _row, rows) => saveImportedOrder(tx, actor, context, rows, processOrder),
  });
