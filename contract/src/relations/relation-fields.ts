import { z } from 'zod';
import { choiceField, flagField, rateField, sheetColumn as sheet, textField } from '../kit/fields.ts';
import { CountryCode, OptionalEmail, PAYMENTS, Payment, required, text } from '../kit/scalars.ts';

const copied = { copy: true } as const;

/**
 * The fields of customers and vendors that are saved as they are sent, in the order of the import sheet (decision
 * 0023). The type, which never changes, and the courier, which the sheet names and the table refers to, are declared
 * elsewhere.
 */
export const relationFields = {
  name: textField(required('CompanyNameIsRequired'), {
    label: 'relations.company',
    sort: true,
    condition: true,
    column: {},
    exported: 'Company',
    sheet: sheet('Company', 'sheets.Relation.name', 'Harvest Lane Market'),
  }),
  account: textField(text(), {
    label: 'relations.account',
    sort: true,
    condition: true,
    column: { width: 132 },
    exported: 'Account',
    sheet: sheet('Account', 'sheets.Relation.account', 'HLM-0042'),
    fact: copied,
  }),
  email: textField(OptionalEmail, {
    label: 'relations.email',
    sort: true,
    condition: true,
    column: {},
    exported: 'Email',
    sheet: sheet('Email', 'sheets.Relation.email', 'orders@harvestlane.example'),
    fact: copied,
  }),
  phone: textField(text(64), {
    label: 'relations.phone',
    condition: true,
    sheet: sheet('Phone', 'sheets.Relation.phone', '+1 503 555 0148'),
    fact: copied,
  }),
  is_active: flagField(1, {
    label: 'relations.status',
    column: { width: 104 },
    exported: 'Status',
    sheet: sheet('Status', 'sheets.Relation.is_active', 1),
  }),
  default_term: textField(
    text().transform((term) => term || 'NA'),
    {
      label: 'relations.term',
      condition: true,
      sheet: sheet('PaymentTerm', 'sheets.Relation.default_term', 'Net 30'),
    },
  ),
  default_tax_rate: rateField({
    label: 'relations.taxRate',
    sheet: sheet('TaxRate', 'sheets.Relation.default_tax_rate', 0.13),
    fact: {},
  }),
  default_courier_account: textField(text(), {
    label: 'relations.courierAccount',
    sheet: sheet('CourierAccount', 'sheets.Relation.default_courier_account', '4R8 821'),
  }),
  default_shipping_payment: choiceField(Payment, PAYMENTS, {
    label: 'relations.courierPayment',
    sheet: sheet('ShippingPayment', 'sheets.Relation.default_shipping_payment', 'prepaid'),
  }),
  default_collect_postal: textField(text(32), {
    label: 'relations.courierPostal',
    sheet: sheet('CollectPostal', 'sheets.Relation.default_collect_postal'),
  }),
  default_collect_country: textField(CountryCode, {
    label: 'relations.courierCountry',
    sheet: sheet('CollectCountry', 'sheets.Relation.default_collect_country'),
  }),
  print_instruction: flagField(0, {
    label: 'relations.displayNote',
    sheet: sheet('DisplayNote', 'sheets.Relation.print_instruction', 0),
  }),
  default_instruction: textField(text(2000), {
    label: 'relations.note',
    sheet: sheet('DocumentNote', 'sheets.Relation.default_instruction'),
  }),
};

export const ADDRESS_TYPES = ['Billing', 'Shipping', 'Both'] as const;

/** The fields of an address, in the order of the import sheet. */
export const addressFields = {
  type: choiceField(z.enum(ADDRESS_TYPES).default('Both'), ADDRESS_TYPES, {
    label: 'relations.addressType',
    sheet: sheet('AddressType', 'sheets.Relation.address_type', 'Both'),
  }),
  company: textField(required('AddressCompanyIsRequired'), {
    label: 'relations.company',
    condition: true,
    sheet: sheet('AddressCompany', 'sheets.Relation.address_company'),
  }),
  contact: textField(text(), {
    label: 'relations.contact',
    sheet: sheet('Contact', 'sheets.Relation.contact', 'Ruth Alder'),
  }),
  phone: textField(text(64), {
    label: 'relations.phone',
    sheet: sheet('AddressPhone', 'sheets.Relation.address_phone'),
  }),
  street1: textField(text(), {
    label: 'relations.street',
    sheet: sheet('Street1', 'sheets.Relation.street1', '418 Harvest Ln'),
  }),
  street2: textField(text(), { label: 'relations.street2', sheet: sheet('Street2', 'sheets.Relation.street2') }),
  street3: textField(text(), { label: 'relations.street3', sheet: sheet('Street3', 'sheets.Relation.street3') }),
  city: textField(text(), {
    label: 'relations.city',
    condition: true,
    sheet: sheet('City', 'sheets.Relation.city', 'Portland'),
  }),
  state: textField(text(), {
    label: 'relations.state',
    condition: true,
    sheet: sheet('State', 'sheets.Relation.state', 'Oregon'),
  }),
  state_code: textField(text(16), {
    label: 'relations.stateCode',
    sheet: sheet('StateCode', 'sheets.Relation.state_code', 'OR'),
  }),
  postal_code: textField(text(32), {
    label: 'relations.postalCode',
    condition: true,
    sheet: sheet('PostalCode', 'sheets.Relation.postal_code', '97214'),
  }),
  country: textField(text(), {
    label: 'relations.country',
    sheet: sheet('Country', 'sheets.Relation.country', 'United States'),
  }),
  country_code: textField(CountryCode, {
    label: 'relations.countryCode',
    condition: true,
    sheet: sheet('CountryCode', 'sheets.Relation.country_code', 'US'),
  }),
};
