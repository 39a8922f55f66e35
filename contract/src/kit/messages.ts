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
  CannotParseSerial: 'Cannot parse the serial number, please use manual scan',
  LastFourMustBeNumber: 'The last 4 characters must be a number (auto generate), please use manual scan',
  // Ours.
  CurrentPasswordIsRequired: 'Enter your current password to confirm this',
  CurrentPasswordIsWrong: 'This is not your current password',
  PasswordTooShort: 'Use at least {n} characters',
  PasswordIsCommon: 'This is one of the most common passwords; choose another one',
  OwnAccountInProfile: 'Change this for yourself in your profile, with your current password',
  NameIsTaken: 'Another record already has this name',
  CountryCodeIsInvalid: 'Country code has 2 characters, for example US',
  CourierIsUnknown: 'No such courier',
  TermIsUnknown: 'No such payment term',
  ClientIsRequired: 'Client is required',
  SystemRecord: 'This record belongs to the system and cannot be changed',
  TaxRateOutOfRange: 'Tax rate is a decimal between 0 and 1, for example 0.13 for 13 %',
  UserNameIsRequired: 'User name is required',
  PleaseSelectARole: 'Please select a role',
  PleaseSelectAClient: 'Please select a client',
  RoleNameIsRequired: 'Role name is required',
  MoreThanYouHold: 'You cannot give more than you hold: {n}',
  HoldsMoreThanYou: 'This user may do more than you; only somebody with the same permissions may change this',
  RoleHoldsMoreThanYou:
    'This role allows more than yours; only somebody with the same permissions may restrict it: {n}',
  LastSuperUser: 'This is the last active super user; make another one first',
  PlaceIsFixed: 'A user stays with its client or the company; make a new one instead',
  NotYourself: 'You cannot take this away from yourself',
  InvliadNumberFormat: 'Invalid number format',
  NumbersOnlyRise: 'Numbers only rise: the next one is already {n}',
  ModifierOutOfRange: 'The modifier is a decimal between -1 and 5',
  ShipStationNeedsWarehouse: 'Choose the ShipStation warehouse of this client',
  NotificationNeedsEmail: 'Give at least one e-mail address to notify',
  EndpointIsInvalid: 'Endpoint must be a valid URL',
  EndpointHasUserInfo: 'Leave the user name and password out of the address',
  EndpointMovedNeedsSecret: 'The endpoint is on another server now: enter the secret again',
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
  LogoIsGone: 'The uploaded logo was removed because it was not saved in time; upload it again',
  CurrencyIsUnknown: 'Choose a currency from the list',
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
  MoneyIsNotANumber: 'This is not a number; write an amount such as 12.50',
  MoneyHasTooManyDigits: 'An amount has at most 11 digits before the decimal point and 4 after it',
  MoneyIsNegative: 'An amount cannot be below 0',
  UomIsRequired: 'UOM is required',
  BaseUomIsOne: '# of Base Unit should be 1',
  OnlyOneBaseUom: 'Only 1 Base UOM is allowed',
  BaseUomIsFixed: 'The base unit is fixed while the item has stock',
  UomSizesAreNumbers: 'Length, width, height and weight should be numbers',
  UomsAreMainUsers: 'After the first receipt only the warehouse changes units and sizes',
  ControlIsFixed: 'Lot and serial control are fixed while the item has stock',
  HasStock: 'It still has stock: {n}',
  BucketsWait: 'Serial buckets of it wait to be received: {n}; delete them first',
  KitHoldsItems: 'A kit holds items of the same client, not kits',
  QuantityAboveZero: 'The quantity must be above 0',
  QuantityNotZero: 'The quantity must not be 0',
  DisposalTakesAway: 'Disposing takes away: the quantity must be negative',
  PlateIsUnknown: 'There is no such license plate: {n}',
  PlateIsGone: 'The license plate was deleted or given to another client a moment ago; choose another one',
  SamePlace: 'It is already there',
  LotNumberIsRequired: 'The lot number is required',
  LotIsRequired: 'Choose a lot or give a new one',
  LotIsUnknown: 'There is no such lot of this item',
  NotByLots: 'This item does not go by lots: leave the lot out',
  LotIsTaken: 'Another lot of this item has this number',
  LotMeansNone: 'This word stands for no lot; give another number',
  LotExpires: 'This lot is known already and expires on {n}; edit the lot to correct it',
  LotKeeps: 'This lot is known already and does not expire; edit the lot to correct it',
  InventoryIsRequired: 'Inventory is required',
  AtLeastOneSerialNumberIsRequired: 'At least one serial number is required',
  UnitsMustBeGreaterThan0: 'Units must be greater than 0',
  SerialIsRequired: 'The serial number is required',
  ItemHasNoSerials: 'This item is not serial-controlled: {n}',
  SerialIsRepeated: 'This serial number is given twice: {n}',
  SerialIsTaken: 'Another bucket of this item holds this serial number: {n}',
  SerialsTakenMeanwhile: 'Somebody has just saved one of these serial numbers; try again to see which',
  SerialIsUnknown: 'This bucket has no such serial number: {n}',
  BucketIsRequired: 'Choose a serial bucket, or scan one of its serial numbers',
  LastSerial: 'This is the last serial number; delete the bucket instead',
  SplitLeavesSome: 'A split takes some of the serial numbers, not all',
  BucketIsOpen: 'This bucket was not received yet; just change its serial numbers',
  BucketIsDisposed: 'This bucket was disposed of and stays as it is',
  BinsRunBackwards: 'The last bin comes before the first',
  NothingToCount: 'No stock matches this: there is nothing to count',
  TooManyToCount: 'More than {n} rows; narrow the count',
  NothingCounted: 'Nothing is counted yet',
  NothingToRecount: 'No row of this count needs a recount',
  RecountedAlready: 'These rows are counted again already, in count {n}',
  CountIsOpen: 'This count is still open; post it first',
  CountIsPosting: 'This count is being posted',
  CountIsPosted: 'This count is posted and takes no more figures',
  CountIsCancelled: 'This count was cancelled',
  CountIsRequired: 'Give the number of the count',
  CountIsUnknown: 'This client has no such count: {n}',
  CountIsAnother: 'The sheet was uploaded for another count: {n}',
  CountedIsWhole: 'Counted is a whole number, 0 or more',
  CountedTwice: 'This place stands in the sheet twice; add both up in one row',
  CountedAtIsInvalid: 'Write a time (10:30), or a day and a time (2026-11-15 10:30)',
  CountedAtIsAhead: 'This time is still to come',
  CountedAtIsOld: 'This time is more than {n} days ago',
  MovedWhileCounted: 'Moved while counted: recount',
  CorrectedMeanwhile: 'Corrected by another count meanwhile: recount',
  IidIsANumber: 'IID is the number of an item, as exports show it',
  IidIsUnknown: 'There is no item with this IID: {n}',
  IidIsAnotherSku: 'IID and SKU name different items; the IID is {n}',
  LotIsMissing: 'This item goes by lots: name the lot',
  YesOrNo: 'Write Y or N',
  DayIsInvalid: 'Give a day of the calendar, for example 2027-04-18',
  CourierIsMisnamed: 'Incorrect courier supplied. Check its name in the list of couriers.',
  NameIsShared: '{n} relations have this name; save this one by hand.',
  PartIsMiswritten: 'Write it as SKU*quantity: {n}',
  PartIsUnknown: 'There is no item with this SKU: {n}',
  StandsTwice: 'It stands there twice: {n}',
  TypeStays: 'It is there already, and its type stays: {n}',
  NoSuchUom: 'There is no such unit of measure: {n}',
  NotSavedAlone: 'Not saved, because another row with this {n} was not',
  // Details of a refusal, after the catalogue's sentence.
  FileIsNotXlsx: 'It is not an .xlsx workbook; save it as one in your spreadsheet program',
  FileIsOldOrLocked: 'It is an .xls file or protected by a password; save it as .xlsx without a password',
  FileIsDamaged: 'It is damaged; save it again in your spreadsheet program and upload that file',
  FileSizeIsFalse: 'It states a wrong size for its contents; save it again in your spreadsheet program',
  FileUnpacksTooLarge:
    'It unpacks to more than {n} MB; remove pictures and unused sheets, or split it into several files',
  FileTakesTooMuch: 'Reading it takes too much time or memory; split it into several files',
  SheetTooManyRows: 'The sheet has more than {n} rows; split it into several files',
  SheetTooManyColumns: 'The sheet has more than {n} columns; remove those that are not imported',
  SheetTooManyCells: 'The sheet has more than {n} cells; split it into several files',
  SheetTooMuchText: 'The sheet holds more than {n} characters; split it into several files',
  CellTextTooLong: 'A cell holds more than {n} characters; shorten its text',
  FirstRowHoldsHeadings: 'The first row must hold the headings, beginning with {n}',
  // Why an import stopped.
  ImportUserIsDisabled: 'The user who uploaded the file is disabled',
  ImportIsNotAllowed: 'The user who uploaded the file may no longer import this kind of record',
  ImportWasInterrupted: 'The import was interrupted',
  ImportStoppedAtRow: 'An unexpected error stopped the import at row {n}',
  ImportIsNotFailed: 'Only an import that failed can be resumed',
  PictureIsUnreadable: 'use a PNG, JPEG, GIF or WebP picture',
  PictureIsTooHeavy: 'the file has more than {n} MB',
  PictureIsTooLarge: 'the picture has more than {n} pixels on one side',
  ShortOfAvailable: '{1}: {2} wanted, {3} available',
  ShortAtPlace: '{1}: {2} wanted, {3} there',
  NotReserved: '{1}: {2} wanted, {3} reserved for it',
  QuarantineDoesNotShip: '{1}: quarantined stock does not ship',
  NotSerialControlled: '{1} is not serial-controlled',
  NoSuchBucket: '{1} has no such serial bucket',
  BucketHoldsOther: '{1} holds {2}, not {3}; split it first',
  BucketIsCreated: '{1} of {2} is not received yet',
  BucketIsInStock: '{1} of {2} is in stock',
  BucketIsQuarantined: '{1} of {2} is in quarantine',
  BucketIsShipped: '{1} of {2} is shipped',
  BucketIsGone: '{1} of {2} is disposed of',
  BucketStandsOn: '{1} of {2} stands on {3}',
  BucketStandsAlone: '{1} of {2} stands on no plate',
  BucketWasReceived: '{1} was received and stays as it is',
  UnitsAreNotSerials: 'Units: {1}, serial numbers: {2}',
  LocationIsRequired: 'Location is required',
  LocationIsUnknown: 'Cannot move bin location. Is the new location correctly spelled?',
  NewLocationIsEmpty: 'New bin location cannot be empty',
  SameLocation: 'Cannot move to the same bin',
  LocationIsUsed: 'This bin is used and cannot be deleted',
  LicenseNumberIsRequired: 'License number is required',
  StartLicenseNumberIsRequired: 'Start license number is required',
  NumberOfLicensesIsRequired: 'Number of licenses is required',
  MorePlatesThanBuckets: 'Serial buckets go whole, and there are only {n}',
  MorePlatesThanUnits: 'More plates than units: there are only {n}',
  PartNumbersTooLong: 'The new plates would have more than {n} characters: give this plate a shorter number first',
  PlateHasStock: 'The plate holds stock of its client and stays with it',
  NothingToPrint: 'Choose what to print',
  TooManyToPrint: 'Print at most {n} at once',
  Required: 'This field is required',
  WrongType: 'This value has the wrong type',
  TooLong: 'Use at most {n} characters',
  TooShort: 'Use at least {n} characters',
  TooMany: 'Use at most {n} entries',
  TooFew: 'Give at least {n}',
  TooLarge: 'Must be at most {n}',
  TooSmall: 'Must be at least {n}',
  MustBeAbove: 'Must be above {n}',
  NotAWholeNumber: 'Must be a whole number',
  NotANumber: 'This is not a number',
  NotAChoice: 'Choose one of: {n}',
  UnknownField: 'Unknown field: {n}',
  InvalidFormat: 'This value is not in the right format',
  NumberIsTooLarge: 'A number is, or would become, too large to be kept',
  UnknownSort: 'Cannot sort by {n}',
  UnknownSortDirection: 'Sort by asc or desc, not {n}',
  UnknownFilter: 'Cannot filter by {n}',
  FilterNamesOne: 'Name one in the filter {n}: the list shows the rows of one at a time',
  UnknownFilterValue: 'Unknown filter value: {n}',
  UnknownConditionField: 'Cannot put a condition on {n}',
  UnknownOperator: 'Unknown operator: {n}',
  ConditionValueIsInvalid: 'The value of the condition on {n} does not fit the field',
  TooManyContains: 'Use at most {n} conditions with "contain"; narrow the list by other conditions',
  ConditionIndexIsInvalid: 'Number the conditions from 0 to {n}',
  SearchHasNul: 'The search contains a NUL character; remove it and search again',
  ReadTookTooLong: 'This took too long. Narrow the search, the filters or the conditions and try again',
  PageIsInvalid: 'Pages are numbered from 1',
  PageIsTooFar: 'Pages beyond row 100,000 are not shown; narrow the list',
  TooManyToExport: 'More than {n} rows; narrow the list to export it',
  PerPageIsInvalid: 'Choose between 1 and 100 rows a page',
} as const;

export type MessageKey = keyof typeof messages;

/** A message key with its parameter, as it travels inside schema issues. */
export type Message = MessageKey | `${MessageKey}:${string | number}`;

export function splitMessage(message: string): { key: MessageKey; n: string } | undefined {
  const at = message.indexOf(':');
  const key = at < 0 ? message : message.slice(0, at);
  return Object.hasOwn(messages, key) ? { key: key as MessageKey, n: at < 0 ? '' : message.slice(at + 1) } : undefined;
}

const BETWEEN = '\t';

/** A message with several parameters, for the slots {1}, {2} … of its sentence. */
export const messageWith = (key: MessageKey, ...values: (string | number)[]): Message =>
  `${key}:${values.join(BETWEEN)}`;

/** What the slots of a message are filled with: {n} is all of it, {1} the first of several. */
export const slotsOf = (n: string): Record<string, string> => ({
  n,
  ...Object.fromEntries(n.split(BETWEEN).map((value, index) => [String(index + 1), value])),
});

/** The English sentence of a message; a text that is no key is its own sentence. */
export function sentence(message: string): string {
  const found = splitMessage(message);
  if (!found) return message;
  const slots = slotsOf(found.n);
  return messages[found.key].replace(/\{(\w+)\}/g, (slot, name: string) => slots[name] ?? slot);
}

/** Turns an issue of the schema library into one of our messages, so that its own wording never reaches a person. */
export function messageOf(issue: z.core.$ZodIssue): string {
  if (splitMessage(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      // The library does not report the value itself, only what it received in its sentence.
      if (issue.message.endsWith('received undefined')) return 'Required';
      // What a form keeps of a number field whose text is no number.
      if (issue.message.endsWith('received NaN')) return 'NotANumber';
      return issue.expected === 'int' && issue.message.endsWith('received number') ? 'NotAWholeNumber' : 'WrongType';
    case 'too_big':
      return `${issue.origin === 'string' ? 'TooLong' : issue.origin === 'array' ? 'TooMany' : 'TooLarge'}:${issue.maximum}`;
    case 'too_small':
      if (issue.origin === 'string') return issue.minimum === 1 ? 'Required' : `TooShort:${issue.minimum}`;
      if (issue.origin !== 'array' && issue.inclusive === false) return `MustBeAbove:${issue.minimum}`;
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
