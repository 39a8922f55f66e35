import type { z } from 'zod';

/**
 * Every sentence a field can be refused with, by key. Schemas carry the key (`CompanyNameIsRequired`, or
 * `TooLong:255` with its one parameter), the server answers the sentence with the key beside it, and the web says
 * the same thing in the reader's language.
 */
export const messages = {
  // Given literally by the specification.
  EmailIsInvalid: 'Email address is invalid',
  PasswordIsRequired: 'Password is required',
  PasswordsDiffer: 'Two passwords are not the same',
  CompanyNameIsRequired: 'Company name is required',
  AddressCompanyIsRequired: 'Company is required',
  EmailIsRequired: 'Email is required',
  NameIsRequired: 'Name is required',
  FilterNameIsRequired: 'Give the filter a name',
  // Ours.
  CurrentPasswordIsRequired: 'Enter your current password to choose a new one',
  CurrentPasswordIsWrong: 'This is not your current password',
  PasswordTooShort: 'Use at least {n} characters',
  NameIsTaken: 'Another record already has this name',
  CountryCodeIsInvalid: 'Country code has 2 characters, for example US',
  CourierIsUnknown: 'No such courier',
  TermIsUnknown: 'No such payment term',
  ClientIsRequired: 'Choose a client',
  SystemRecord: 'This record belongs to the system and cannot be changed',
  TaxRateOutOfRange: 'Tax rate is a decimal between 0 and 1, for example 0.13 for 13 %',
  UserNameIsRequired: 'User name is required',
  PleaseSelectARole: 'Please select a role',
  PleaseSelectAClient: 'Please select a client',
  RoleNameIsRequired: 'Role name is required',
  MoreThanYouHold: 'You cannot give more than you hold: {n}',
  HoldsMoreThanYou: 'This user may do more than you; only somebody who holds as much may change the address',
  LastSuperUser: 'This is the last active super user; make another one first',
  PlaceIsFixed: 'A user stays with its client or the company; make a new one instead',
  NotYourself: 'You cannot take this away from yourself',
  InvliadNumberFormat: 'The next number must be a whole number above 0',
  NumbersOnlyRise: 'Numbers only rise: the next one is already {n}',
  ModifierOutOfRange: 'The modifier is a decimal between -1 and 5',
  LogoUrlIsInvalid: 'Logo is not a valid URL',
  ShipStationNeedsWarehouse: 'Choose the ShipStation warehouse of this client',
  NotificationNeedsEmail: 'Give at least one e-mail address to notify',
  EndpointIsInvalid: 'Endpoint must be a valid URL',
  HashKeyIsRequired: 'Hash Key is required',
  FtpUserIsRequired: 'FTP user name is required',
  FtpPasswordIsRequired: 'FTP password is required',
  NothingToSend: 'An external resource is a link that people open: nothing is sent',
  CommentIsRequired: 'Write a comment first',
  CategoryNameIsRequired: 'Give the category a name',
  RecordIsUnknown: 'There is no such record',
  TitleIsRequired: 'Give the message a title',
  CompanyOwnNameIsRequired: 'Please enter your company name',
  GuestHeaderIsRequired: 'Please fill in guest page header',
  GuestSloganIsRequired: 'Please fill in guest page slogan',
  WebsiteIsInvalid: 'Company website is not a valid URL',
  LogoIsInvalid: 'Invalid logo URL',
  BolBaseIsInvalid: 'Starting BOL number must be a positive integer',
  ColourIsInvalid: 'Choose a colour from the list or give a hex value, for example #2185d0',
  TimezoneIsUnknown: 'Choose a time zone from the list',
  MeasureIsFixed: 'The measuring system cannot change once sizes exist',
  CourierNameIsRequired: 'Courier name is required',
  PackageNameIsRequired: 'Package name is required',
  SizeIsInvalid: 'Length, width, height and weight should be numbers above 0',
  TaxNameIsRequired: 'Tax name is required',
  TaxRateIsNotANumber: 'Tax rate is not a valid number',
  TermNameIsRequired: 'Term name is required',
  UomNameIsRequired: 'Uom name is required',
  InUse: 'It is in use and cannot be deleted; disable it instead',
  CourierIsShared: 'Other clients use it; leave it to all clients, or make another one',
  JobIsDone: 'This job is done; only a failed one can be run again',
  SkuIsRequired: 'SKU is required',
  ItemNameIsRequired: 'Name is required',
  MoneyIsInvalid: 'An amount has at most 12 digits and 4 decimals',
  UomIsRequired: 'UOM is required',
  BaseUomIsOne: '# of Base Unit should be 1',
  OnlyOneBaseUom: 'Only 1 Base UOM is allowed',
  BaseUomIsFixed: 'The base unit is fixed while the item has stock',
  UomSizesAreNumbers: 'Length, width, height and weight should be numbers',
  UomsAreMainUsers: 'After the first receipt only the warehouse changes units and sizes',
  ControlIsFixed: 'Lot and serial control are fixed while the item has stock',
  HasStock: 'It still has stock: {n}',
  KitHoldsItems: 'A kit holds items of the same client, not kits',
  QuantityAboveZero: 'The quantity must be above 0',
  QuantityNotZero: 'The quantity must not be 0',
  DisposalTakesAway: 'Disposing takes away: the quantity must be negative',
  PlateIsUnknown: 'There is no such license plate: {n}',
  SamePlace: 'It is already there',
  LotNumberIsRequired: 'The lot number is required',
  LotIsRequired: 'Choose a lot or give a new one',
  LotIsUnknown: 'There is no such lot of this item',
  LotIsTaken: 'Another lot of this item has this number',
  LocationIsRequired: 'Location is required',
  LocationIsUnknown: 'Cannot move bin location. Is the new location correctly spelled?',
  NewLocationIsEmpty: 'New bin location cannot be empty',
  SameLocation: 'Cannot move to the same bin',
  LocationIsUsed: 'This bin is used and cannot be deleted',
  LicenseNumberIsRequired: 'License number is required',
  StartLicenseNumberIsRequired: 'Start license number is required',
  NumberOfLicensesIsRequired: 'Number of licenses is required',
  MorePlatesThanUnits: 'More plates than units: there are only {n}',
  PlateHasStock: 'The plate holds stock of its client and stays with it',
  Required: 'This field is required',
  WrongType: 'This value has the wrong type',
  TooLong: 'Use at most {n} characters',
  TooShort: 'Use at least {n} characters',
  TooMany: 'Use at most {n} entries',
  TooFew: 'Give at least {n}',
  TooLarge: 'Must be at most {n}',
  TooSmall: 'Must be at least {n}',
  NotAWholeNumber: 'Must be a whole number',
  NotAChoice: 'Choose one of: {n}',
  UnknownField: 'Unknown field: {n}',
  InvalidFormat: 'This value is not in the right format',
  UnknownSort: 'Cannot sort by {n}',
  UnknownFilter: 'Cannot filter by {n}',
  UnknownFilterValue: 'Unknown filter value: {n}',
  UnknownConditionField: 'Cannot put a condition on {n}',
  UnknownOperator: 'Unknown operator: {n}',
  ConditionValueIsInvalid: 'The value of the condition on {n} does not fit the field',
  PageIsTooFar: 'Pages beyond row 100,000 are not shown; narrow the list',
  TooManyToExport: 'More than {n} rows; narrow the list to export it',
  PerPageIsInvalid: 'Choose between 1 and 100 rows a page',
} as const;

export type MessageKey = keyof typeof messages;

/** A message key with its one parameter, as it travels inside schema issues. */
export type Message = MessageKey | `${MessageKey}:${string | number}`;

export function splitMessage(message: string): { key: MessageKey; n: string } | undefined {
  const at = message.indexOf(':');
  const key = at < 0 ? message : message.slice(0, at);
  return Object.hasOwn(messages, key) ? { key: key as MessageKey, n: at < 0 ? '' : message.slice(at + 1) } : undefined;
}

/** The English sentence of a message; a text that is no key is its own sentence. */
export function sentence(message: string): string {
  const found = splitMessage(message);
  return found ? messages[found.key].replace('{n}', found.n) : message;
}

/** Turns an issue of the schema library into one of our messages, so that its own wording never reaches a person. */
export function messageOf(issue: z.core.$ZodIssue): string {
  if (splitMessage(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      // The library does not report the value itself, only what it received in its sentence.
      if (issue.message.endsWith('received undefined')) return 'Required';
      return issue.expected === 'int' && issue.message.endsWith('received number') ? 'NotAWholeNumber' : 'WrongType';
    case 'too_big':
      return `${issue.origin === 'string' ? 'TooLong' : issue.origin === 'array' ? 'TooMany' : 'TooLarge'}:${issue.maximum}`;
    case 'too_small':
      if (issue.origin === 'string') return issue.minimum === 1 ? 'Required' : `TooShort:${issue.minimum}`;
      return `${issue.origin === 'array' ? 'TooFew' : 'TooSmall'}:${issue.minimum}`;
    case 'invalid_value':
      return `NotAChoice:${issue.values.join(', ')}`;
    case 'unrecognized_keys':
      return `UnknownField:${issue.keys.join(', ')}`;
    case 'invalid_union':
      return 'WrongType';
    default:
      return 'InvalidFormat';
  }
}

export type FieldMessages = Record<string, string[]>;

/** All issues of a refused value by field path, every broken field at once. */
export function fieldMessages(error: z.core.$ZodError): FieldMessages {
  const fields: FieldMessages = {};
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.') || '_';
    const message = messageOf(issue);
    if (!fields[path]?.includes(message)) fields[path] = [...(fields[path] ?? []), message];
  }
  return fields;
}
