import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { messages } from '../text/en/messages.ts';
import { isMessage, keyOfReason, reasonSentence, sentence } from '../text/sentence.ts';
import { reasonTextsFor } from '../text/text-for.ts';
import {
  fieldMessages,
  type MessageKey,
  messageOfLines,
  messageWith,
  reasonOf,
  reasonText,
  splitMessage,
} from './messages.ts';
import { Email, FlagIn, Id, idOf, OptionalEmail, Rate, required, text } from './scalars.ts';

const messagesOf = (schema: z.ZodType, value: unknown) => {
  const result = schema.safeParse(value);
  return result.success ? 'accepted' : fieldMessages(result.error);
};

describe('messages', () => {
  test('every sentence is one, and takes its number', () => {
    for (const [key, words] of Object.entries(messages)) {
      expect(words.length, key).toBeGreaterThan(5);
      const filled = words.replace('{{n}}', '7').replace('{{1}}', '7').replace('{{2}}', '8').replace('{{3}}', '9');
      expect(
        sentence(words.includes('{{1}}') ? messageWith(key as Parameters<typeof messageWith>[0], 7, 8, 9) : `${key}:7`),
        key,
      ).toBe(filled);
      expect(filled, key).not.toContain('{');
      expect(isMessage(key), key).toBe(true);
    }
    expect(sentence('TooLong:255')).toBe('Use at most 255 characters');
    expect(sentence('NotAChoice:a: b, c')).toBe('Choose one of: a: b, c');
    expect(sentence('Something of our own')).toBe('Something of our own');
    expect(isMessage('toString')).toBe(false);
    expect(splitMessage('TooLong:255')).toEqual({ key: 'TooLong', n: '255' });
  });

  // Keys of the specifications are answered as the key's own words; quoted sentences are literal.
  test.each<[MessageKey, string]>([
    ['ClientIsRequired', 'Client is required'],
    ['InventoryIsRequired', 'Inventory is required'],
    ['InvliadNumberFormat', 'Invalid number format'],
    ['LicenseNumberIsRequired', 'License number is required'],
    ['StartLicenseNumberIsRequired', 'Start license number is required'],
    ['NumberOfLicensesIsRequired', 'Number of licenses is required'],
    ['AtLeastOneSerialNumberIsRequired', 'At least one serial number is required'],
    ['UnitsMustBeGreaterThan0', 'Units must be greater than 0'],
    ['LocationIsRequired', 'Location is required'],
    ['NameIsRequired', 'Name is required'],
    ['CompanyNameIsRequired', 'Company name is required'],
    ['EmailIsInvalid', 'Email address is invalid'],
    ['EmailIsRequired', 'Email is required'],
    ['PasswordIsRequired', 'Password is required'],
    ['PasswordsDiffer', 'Two passwords are not the same'],
    ['UomIsRequired', 'UOM is required'],
    ['BaseUomIsOne', '# of Base Unit should be 1'],
    ['OnlyOneBaseUom', 'Only 1 Base UOM is allowed'],
    ['UomSizesAreNumbers', 'Length, width, height and weight should be numbers'],
    ['CannotParseSerial', 'Cannot parse the serial number, please use manual scan'],
    ['LastFourMustBeNumber', 'The last 4 characters must be a number (auto generate), please use manual scan'],
    ['UomNameIsRequired', 'Uom name is required'],
    ['NewLocationIsEmpty', 'New bin location cannot be empty'],
    ['SameLocation', 'Cannot move to the same bin'],
    ['LocationIsUnknown', 'Cannot move bin location. Is the new location correctly spelled?'],
    ['UserNameIsRequired', 'User name is required'],
    ['PleaseSelectARole', 'Please select a role'],
    ['PleaseSelectAClient', 'Please select a client'],
    ['EndpointIsInvalid', 'Endpoint must be a valid URL'],
    ['HashKeyIsRequired', 'Hash Key is required'],
    ['CourierNameIsRequired', 'Courier name is required'],
    ['PackageNameIsRequired', 'Package name is required'],
    ['TaxNameIsRequired', 'Tax name is required'],
    ['TaxRateIsNotANumber', 'Tax rate is not a valid number'],
    ['TermNameIsRequired', 'Term name is required'],
    ['CompanyOwnNameIsRequired', 'Please enter your company name'],
    ['WebsiteIsInvalid', 'Company website is not a valid URL'],
    ['BolBaseIsInvalid', 'Starting BOL number must be a positive integer'],
    ['GuestHeaderIsRequired', 'Please fill in guest page header'],
    ['GuestSloganIsRequired', 'Please fill in guest page slogan'],
    ['LogoIsInvalid', 'Invalid logo URL'],
  ])('%s says what the specifications say', (key, words) => {
    expect(sentence(key)).toBe(words);
  });

  test('what a partner did is said in our words, and what it said in quotation marks', () => {
    expect(reasonSentence('PartnerRefused:NoStoreView:de')).toBe(
      'The partner refused: the shop has no store view “de”',
    );
    expect(reasonSentence('PartnerRefused:“Out of stock”')).toBe('The partner refused: “Out of stock”');
    const chinese = reasonTextsFor('ch');
    expect(reasonText(chinese, 'PartnerUnavailable:NoAnswerWithin:30')).toBe(
      '无法连接平台：30 秒内没有响应。系统会自动重试',
    );
    expect(reasonText(chinese, 'PartnerAnswerMalformed:“Oops”')).toBe('平台的回复异常：“Oops”');
    const lines = messageOfLines([
      { lineId: '31', reason: 'MoreThanIsLeft:2' },
      { lineId: '40002', reason: '“Locked”' },
    ]);
    expect(reasonSentence(lines)).toBe('The shop did not take: #31 2 more than is left to ship #40002 “Locked”');
    expect(reasonText(chinese, lines)).toContain('#31 比剩余可发数量多 2 件 #40002 “Locked”');
    expect(reasonSentence('ShipmentNotInShop:31: as before')).toBe('The shop did not take: 31: as before');
  });

  test('every broken field is named at once, by its path', () => {
    const Line = z.object({ sku: required('Required'), quantity: z.number().int().max(10) });
    const Order = z.object({
      name: required('NameIsRequired'),
      lines: z.array(Line).min(1).max(2),
      type: z.enum(['a', 'b']),
    });
    expect(messagesOf(Order, { lines: [{ sku: '', quantity: 1.5 }, { quantity: 11 }], type: 'c' })).toEqual({
      name: ['NameIsRequired'],
      'lines.0.sku': ['Required'],
      'lines.0.quantity': ['NotAWholeNumber'],
      'lines.1.sku': ['Required'],
      'lines.1.quantity': ['TooLarge:10'],
      type: ['NotAChoice:a, b'],
    });
    const More = z.object({ units: z.number().positive(), rows: z.number().min(1) });
    expect(messagesOf(More, { units: 0, rows: 0 })).toEqual({ units: ['MustBeAbove:0'], rows: ['TooSmall:1'] });
    expect(messagesOf(Order, { name: 'x', lines: [], type: 'a' })).toEqual({ lines: ['TooFew:1'] });
    expect(messagesOf(Order, null)).toEqual({ _: ['WrongType'] });
    expect(messagesOf(Order, undefined)).toEqual({ _: ['Required'] });
  });

  test("no wording of the schema library's own gets out", () => {
    const schemas = [
      z.string(),
      z.number().min(3),
      z.string().min(3).max(4),
      z.iso.datetime(),
      z.strictObject({}),
      FlagIn,
      Email,
      Rate,
      Id,
    ];
    const values = [1, 'x', 'xxxxx', -1, 1.5, null, undefined, {}, [], { extra: 1 }, true, Number.NaN];
    for (const schema of schemas)
      for (const value of values) {
        const found = messagesOf(schema, value);
        if (found === 'accepted') continue;
        for (const message of Object.values(found).flat()) expect(isMessage(message), message).toBe(true);
      }
  });
});

describe('stored reasons', () => {
  test.each([
    ['EmailIsInvalid', 'Email address is invalid'],
    ['TooLong:255', 'Use at most 255 characters'],
    [reasonOf(10002), 'Duplicated location'],
    [reasonOf(40002, ['ShortAtPlace:OAK-1\t3\t2']), 'Insufficient quantity: OAK-1: 3 wanted, 2 there'],
    [
      reasonOf(40002, ['ShortAtPlace:A\t3\t2', 'ShortAtPlace:B\t5\t4']),
      'Insufficient quantity: A: 3 wanted, 2 there; B: 5 wanted, 4 there',
    ],
    [reasonOf(20001, ['OAK-1']), 'Inactive item or item not found: OAK-1'],
    // A SKU is a detail, also when it looks like a code.
    [reasonOf(20001, ['10002']), 'Inactive item or item not found: 10002'],
    [
      'EarlierNotDelivered:NoAnswerWithin:15',
      'an earlier call for the same record did not arrive: no answer within 15 seconds',
    ],
  ])('%j is kept as a key and its values', (reason, text) => {
    expect(reasonSentence(reason)).toBe(text);
    expect(keyOfReason(reason)).toBe(reason);
  });

  test.each(['Insufficient quantity: OAK-1: 3 wanted, 2 there', 'The roof leaks', '99999', ''])(
    '%j of an older release is shown as it is',
    (stored) => {
      expect(reasonSentence(stored)).toBe(stored);
      expect(keyOfReason(stored)).toBe('');
    },
  );
});

describe('scalars', () => {
  test.each<[string, z.ZodType, unknown, unknown]>([
    ['text(5)', text(5), '  ab ', 'ab'],
    ['text(5)', text(5), undefined, ''],
    ['text(5)', text(5), 'abcdef', { _: ['TooLong:5'] }],
    ['text(5)', text(5), 'a\u0000', { _: ['InvalidFormat'] }],
    ['required(NameIsRequired)', required('NameIsRequired'), '  ', { _: ['NameIsRequired'] }],
    ['required(NameIsRequired)', required('NameIsRequired'), null, { _: ['NameIsRequired'] }],
    ['required(NameIsRequired)', required('NameIsRequired'), 5, { _: ['WrongType'] }],
    ['Email', Email, ' A@B.example ', 'a@b.example'],
    ['Email', Email, 'a@b', { _: ['EmailIsInvalid'] }],
    ['Email', Email, 'a b@c.example', { _: ['EmailIsInvalid'] }],
    ['Email', Email, `${'a'.repeat(250)}@b.example`, { _: ['EmailIsInvalid'] }],
    ['OptionalEmail', OptionalEmail, '', ''],
    ['FlagIn', FlagIn, true, 1],
    ['FlagIn', FlagIn, 0, 0],
    ['FlagIn', FlagIn, '1', { _: ['WrongType'] }],
    ['Rate', Rate, '0.13', 0.13],
    ['Rate', Rate, 0.088755555, { _: ['TaxRateOutOfRange'] }],
    ['Rate', Rate, 1.1, { _: ['TaxRateOutOfRange'] }],
    ['Rate', Rate, -0.1, { _: ['TaxRateOutOfRange'] }],
    ['Rate', Rate, '1e-3', { _: ['TaxRateOutOfRange'] }],
    ['Rate', Rate, Number.NaN, { _: ['TaxRateOutOfRange'] }],
    ['idOf(x)', idOf('x'), '12', 12],
    ['idOf(x)', idOf('x'), '2147483647', 2_147_483_647],
  ])('%s reads a value, case %#', (_name, schema, value, expected) => {
    const result = schema.safeParse(value);
    expect(result.success ? result.data : fieldMessages(result.error)).toEqual(expected);
  });

  test.each(['0', '-1', '01', '1.5', '1e3', ' 1', '2147483648', '99999999999', 'abc', ''])('%j is no id', (value) => {
    expect(idOf('x').safeParse(value).success).toBe(false);
    expect(idOf('relations').meta()?.resource).toBe('relations');
  });
});
