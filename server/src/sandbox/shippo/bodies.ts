import type { Call } from '../kit/partner.ts';
import { bodyObject, header } from '../kit/partner.ts';
import { amount, type Check, choice, decimal, fields, flag, idOr, integer, list, text, texts } from './check-body.ts';
import { ShippoError } from './errors.ts';

const STREET_MAX = 35;
const METADATA_MAX = 100;

export const LABEL_FILE_TYPES = [
  'PNG',
  'PNG_2.3x7.5',
  'PDF',
  'PDF_2.3x7.5',
  'PDF_4x6',
  'PDF_4x8',
  'PDF_A4',
  'PDF_A5',
  'PDF_A6',
  'ZPLII',
];

const required = (...names: string[]): ReadonlySet<string> => new Set(names);

const address = fields(
  {
    name: text(),
    company: text(),
    street1: text(STREET_MAX),
    street2: text(STREET_MAX),
    street3: text(STREET_MAX),
    street_no: text(),
    city: text(),
    state: text(),
    zip: text(),
    country: text(),
    phone: text(),
    email: text(),
    is_residential: flag,
    metadata: text(METADATA_MAX),
    validate: flag,
  },
  required('country'),
);

const parcel = fields(
  {
    length: decimal,
    width: decimal,
    height: decimal,
    distance_unit: choice('cm', 'in', 'ft', 'm', 'mm', 'yd'),
    weight: decimal,
    mass_unit: choice('g', 'kg', 'lb', 'oz'),
    metadata: text(METADATA_MAX),
    extra: fields({ reference_1: text(50), reference_2: text(50) }),
  },
  required('length', 'width', 'height', 'distance_unit', 'weight', 'mass_unit'),
);

const customsItem = fields(
  {
    description: text(),
    quantity: integer,
    net_weight: decimal,
    mass_unit: choice('g', 'kg', 'lb', 'oz'),
    value_amount: amount,
    value_currency: text(3),
    origin_country: text(2),
    tariff_number: text(12),
    hs_code: text(12),
    sku_code: text(),
    eccn_ear99: text(),
    metadata: text(METADATA_MAX),
  },
  required('description', 'quantity', 'net_weight', 'mass_unit', 'value_amount', 'value_currency', 'origin_country'),
);

const declarationFields = fields(
  {
    certify: flag,
    certify_signer: text(),
    contents_type: choice(
      'DOCUMENTS',
      'GIFT',
      'SAMPLE',
      'MERCHANDISE',
      'HUMANITARIAN_DONATION',
      'RETURN_MERCHANDISE',
      'OTHER',
    ),
    contents_explanation: text(),
    non_delivery_option: choice('ABANDON', 'RETURN'),
    incoterm: choice('DDP', 'DDU', 'FCA', 'DAP', 'eDAP'),
    eel_pfc: choice('NOEEI_30_37_a', 'NOEEI_30_37_h', 'NOEEI_30_37_f', 'NOEEI_30_36', 'AES_ITN'),
    aes_itn: text(),
    invoice: text(),
    exporter_reference: text(),
    importer_reference: text(),
    notes: text(),
    metadata: text(METADATA_MAX),
    items: list(customsItem),
  },
  required('certify', 'certify_signer', 'contents_type', 'non_delivery_option', 'items'),
);

/** Two fields need another one. */
const declaration: Check = (value) => {
  const problems = declarationFields(value);
  if (problems) return problems;
  const given = value as Record<string, unknown>;
  if (given.contents_type === 'OTHER' && !given.contents_explanation)
    return { contents_explanation: ['This field is required when contents_type is OTHER.'] };
  if (given.eel_pfc === 'AES_ITN' && !given.aes_itn)
    return { aes_itn: ['This field is required when eel_pfc is AES_ITN.'] };
  return undefined;
};

const billing = fields({
  type: choice('SENDER', 'RECIPIENT', 'THIRD_PARTY', 'THIRD_PARTY_CONSIGNEE', 'COLLECT'),
  account: text(),
  zip: text(),
  country: text(2),
});

const shipment = fields(
  {
    address_from: idOr(address),
    address_to: idOr(address),
    address_return: idOr(address),
    parcels: list(idOr(parcel)),
    customs_declaration: idOr(declaration),
    carrier_accounts: texts,
    shipment_date: text(),
    metadata: text(METADATA_MAX),
    async: flag,
    extra: fields({
      billing,
      reference_1: text(50),
      reference_2: text(50),
      is_return: flag,
      saturday_delivery: flag,
      signature_confirmation: text(),
    }),
  },
  required('address_from', 'address_to', 'parcels'),
);

const purchase = fields(
  {
    rate: text(),
    label_file_type: choice(...LABEL_FILE_TYPES),
    metadata: text(METADATA_MAX),
    async: flag,
    order: text(),
  },
  required('rate'),
);

const refund = fields({ transaction: text(), async: flag }, required('transaction'));

const CHECKS = { address, declaration, shipment, purchase, refund } as const;

/** The body of a call, when everything in it is known and right. */
export function checkedBody(call: Call, what: keyof typeof CHECKS): Record<string, unknown> {
  if (!header(call, 'content-type')?.startsWith('application/json'))
    throw new ShippoError(415, 'Unsupported media type in request.');
  const body = bodyObject(call);
  if (!body) throw new ShippoError(400, 'JSON parse error');
  const problems = CHECKS[what](body);
  if (problems) throw new ShippoError(400, problems as ConstructorParameters<typeof ShippoError>[1]);
  return body;
}
