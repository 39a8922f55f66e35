import { type Call, header } from '../kit/partner.ts';
import { isObject } from '../kit/values.ts';
import { AmazonError, invalidInput } from './errors.ts';

/** What is wrong with a value, each as a sentence; nothing when it fits. */
type Check = (value: unknown, path: string) => string[];

const wrong = (path: string, constraint: string) => [
  `Value at '${path}' failed to satisfy constraint: Member must ${constraint}`,
];

export const text =
  (least: number, most: number, pattern?: RegExp): Check =>
  (value, path) => {
    if (typeof value !== 'string') return wrong(path, 'be a string');
    if (value.length < least) return wrong(path, `have length greater than or equal to ${least}`);
    if (value.length > most) return wrong(path, `have length less than or equal to ${most}`);
    return pattern && !pattern.test(value) ? wrong(path, `satisfy regular expression pattern: ${pattern.source}`) : [];
  };

export const oneOf =
  (...choices: string[]): Check =>
  (value, path) =>
    choices.includes(value as string) ? [] : wrong(path, `satisfy enum value set: [${choices.join(', ')}]`);

export const number =
  (least: number, most: number): Check =>
  (value, path) => {
    if (typeof value !== 'number') return wrong(path, 'be a number');
    return value < least || value > most ? wrong(path, `have value between ${least} and ${most}`) : [];
  };

export const integer =
  (least: number, most: number): Check =>
  (value, path) =>
    Number.isInteger(value) ? number(least, most)(value, path) : wrong(path, 'be an integer');

export const list =
  (check: Check, least: number, most: number): Check =>
  (value, path) => {
    if (!Array.isArray(value)) return wrong(path, 'be a list');
    if (value.length < least || value.length > most) return wrong(path, `have between ${least} and ${most} members`);
    return value.flatMap((each, index) => check(each, `${path}.${index + 1}.member`));
  };

/** A field whose name ends with `?` may be left out. Fields that the API does not know are refused. */
export function object(fields: Readonly<Record<string, Check>>): Check {
  const known = Object.entries(fields).map(([name, check]) => ({
    name: name.replace('?', ''),
    isOptional: name.endsWith('?'),
    check,
  }));
  return (value, path) => {
    if (!isObject(value)) return wrong(path, 'be a structure');
    const strange = Object.keys(value).filter((name) => !known.some((field) => field.name === name));
    return [
      ...strange.flatMap((name) => wrong(`${path}.${name}`, 'be a known member')),
      ...known.flatMap(({ name, isOptional, check }) => {
        if (value[name] !== undefined) return check(value[name], `${path}.${name}`);
        return isOptional ? [] : wrong(`${path}.${name}`, 'not be null');
      }),
    ];
  };
}

/** The body of a call, which must be JSON and fit. */
export function readBody<Body>(call: Call, check: Check): Body {
  if (!(header(call, 'content-type') ?? '').startsWith('application/json'))
    throw new AmazonError(
      415,
      'UnsupportedMediaType',
      'The entity of the request is in a format that is not supported.',
    );
  let value: unknown;
  try {
    value = JSON.parse(call.body.toString('utf8'));
  } catch {
    throw invalidInput(['The request body is not valid JSON.']);
  }
  const problems = check(value, 'request');
  if (problems.length > 0) throw invalidInput(problems);
  return value as Body;
}

const ID = text(38, 38, /^[a-zA-Z0-9-]*$/);
const DAY = text(10, 10, /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);
const MOMENT = text(17, 24, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{3})?)?Z$/);
const OWNER = oneOf('AMAZON', 'SELLER', 'NONE');

const ITEM = object({
  msku: text(1, 255),
  quantity: integer(1, 500_000),
  labelOwner: OWNER,
  prepOwner: OWNER,
  'expiration?': DAY,
  'manufacturingLotCode?': text(1, 256),
});

const ADDRESS = object({
  name: text(1, 50),
  'companyName?': text(1, 50),
  addressLine1: text(1, 180),
  'addressLine2?': text(1, 60),
  city: text(1, 30),
  'districtOrCounty?': text(1, 50),
  'stateOrProvinceCode?': text(1, 64),
  postalCode: text(1, 32),
  countryCode: text(2, 2, /^[A-Z]{2}$/),
  phoneNumber: text(1, 20),
  'email?': text(1, 1024),
});

const CONTACT = object({ name: text(1, 50), phoneNumber: text(1, 20), 'email?': text(1, 1024) });

const side = number(0, 100_000);
const BOX = object({
  contentInformationSource: oneOf('BOX_CONTENT_PROVIDED', 'MANUAL_PROCESS', 'BARCODE_2D'),
  quantity: integer(1, 10_000),
  dimensions: object({ unitOfMeasurement: oneOf('IN', 'CM'), length: side, width: side, height: side }),
  weight: object({ unit: oneOf('LB', 'KG'), value: side }),
  'items?': list(ITEM, 0, 2_000),
});

export const BODIES = {
  plan: object({
    destinationMarketplaces: list(text(1, 20), 1, 1),
    items: list(ITEM, 1, 2_000),
    'name?': text(1, 40),
    sourceAddress: ADDRESS,
  }),
  // Custom placements are for India only.
  placements: object({}),
  packing: object({
    packageGroupings: list(object({ boxes: list(BOX, 1, 5_000), 'packingGroupId?': ID, 'shipmentId?': ID }), 1, 1_000),
  }),
  transports: object({
    placementOptionId: ID,
    shipmentTransportationConfigurations: list(
      object({
        shipmentId: ID,
        readyToShipWindow: object({ start: MOMENT }),
        'contactInformation?': CONTACT,
      }),
      1,
      100,
    ),
  }),
  selections: object({
    transportationSelections: list(
      object({ shipmentId: ID, transportationOptionId: ID, 'contactInformation?': CONTACT }),
      1,
      100,
    ),
  }),
  tracking: object({
    trackingDetails: object({
      'spdTrackingDetail?': object({
        spdTrackingItems: list(object({ boxId: text(1, 1024), trackingId: text(1, 64) }), 1, 5_000),
      }),
      'ltlTrackingDetail?': object({
        freightBillNumber: list(text(1, 64, /^[a-zA-Z0-9-._ ]*$/), 1, 1),
        'billOfLadingNumber?': text(1, 1024),
      }),
    }),
  }),
  feedDocument: object({ contentType: text(1, 200) }),
  feed: object({ feedType: text(1, 200), marketplaceIds: list(text(1, 20), 1, 25), inputFeedDocumentId: text(1, 200) }),
};
