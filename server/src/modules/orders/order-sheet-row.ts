import {
  CountryCode,
  LINE_UNITS_MAX,
  MoneyIn,
  ORDER_TYPES,
  OrderTypeName,
  orderFields,
  PAYMENTS,
  Rate,
  required,
  text,
} from '@longshore/contract';
import { z } from 'zod';
import { cellsOf } from '../../platform/imports/field-sheet.ts';
import type { CellTexts } from '../../platform/imports/import-sheet.ts';

const blankAsMissing = <S extends z.ZodType>(schema: S, write: (cell: string) => unknown = (cell) => cell) =>
  z.preprocess((cell) => (String(cell).trim() === '' ? undefined : write(String(cell).trim())), schema.optional());

/** One of a few words, in any case. */
const oneOfWords =
  (words: readonly string[]) =>
  (cell: string): string =>
    words.find((word) => word.toLowerCase() === cell.toLowerCase()) ?? cell;

const address = <const Part extends 'ship' | 'bill'>(part: Part) =>
  ({
    [`${part}_company`]: text(),
    [`${part}_contact`]: text(),
    [`${part}_phone`]: text(64),
    [`${part}_street1`]: text(),
    [`${part}_street2`]: text(),
    [`${part}_street3`]: text(),
    [`${part}_city`]: text(),
    [`${part}_state_code`]: text(16),
    [`${part}_postal_code`]: text(32),
    [`${part}_country_code`]: CountryCode,
  }) as Record<`${Part}_${AddressPart}`, ReturnType<typeof text>>;
type AddressPart =
  | ('company' | 'contact' | 'phone' | 'street1' | 'street2' | 'street3')
  | ('city' | 'state_code' | 'postal_code' | 'country_code');

/** What an order has once: empty on its later rows, or the same. */
const headerCells = {
  type: blankAsMissing(OrderTypeName, oneOfWords(ORDER_TYPES)),
  ...cellsOf(orderFields),
  relation: text(),
  ...address('ship'),
  ...address('bill'),
  courier: text(),
  payment: blankAsMissing(z.enum(PAYMENTS), (cell) =>
    cell.toLowerCase() === 'third_party' ? 'third' : oneOfWords(PAYMENTS)(cell),
  ),
  account: text(),
  billing_postal: text(32),
  billing_country: CountryCode,
  tax_rate: blankAsMissing(Rate),
  term: text(),
  auto_process: blankAsMissing(z.enum(['Y', 'N']), (cell) => cell.toUpperCase()),
};
export const HEADER_FIELDS = Object.keys(headerCells) as (keyof typeof headerCells)[];

export const OrderSheetRow = z.object({
  ...headerCells,
  sku: required('Required'),
  quantity: z
    .string()
    .trim()
    .regex(/^\d{1,7}$/, 'NotAWholeNumber')
    .transform(Number)
    .refine((units) => units > 0, 'TooSmall:1')
    .refine((units) => units <= LINE_UNITS_MAX, `TooLarge:${LINE_UNITS_MAX}`),
  price: blankAsMissing(MoneyIn),
  line_comment: text(255),
});
export type OrderRow = z.output<typeof OrderSheetRow>;

/**
 * Rows with the same reference and type are one order. A row without a type belongs to the order with its reference
 * above it.
 */
export function orderKeys(rows: readonly CellTexts[]): string[] {
  const typeOf = new Map<string, string>();
  return rows.map(({ type = '', reference = '' }) => {
    const key = reference.trim().toLowerCase();
    if (!key) return '';
    const own = type.trim().toLowerCase() || (typeOf.get(key) ?? '');
    typeOf.set(key, own);
    return `${own}\t${key}`;
  });
}
