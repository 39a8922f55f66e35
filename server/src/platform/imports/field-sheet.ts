import { type Field, type Fields, type FieldValues, FlagIn } from '@longshore/contract';
import { z } from 'zod';

/** Any value but 0 means yes, as the sheet's notes say; an empty cell means what a save without the field takes. */
const flagCell = (fallback: 0 | 1) => z.preprocess((cell) => (cell === '' ? fallback : cell === '0' ? 0 : 1), FlagIn);

/** An empty cell means what a save without the field takes. */
const orDefault = (input: z.ZodType) => z.preprocess((cell) => (cell === '' ? undefined : cell), input);

const cellOf = ({ kind, input }: Field): z.ZodType => {
  if (kind === 'text') return input;
  return kind === 'flag' ? flagCell(input.parse(undefined) as 0 | 1) : orDefault(input);
};

/** How the cells of declared fields are read, for the row of an import sheet. */
export const cellsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, cellOf(field)])) as {
    [Name in keyof F]: z.ZodType<FieldValues<F>[Name]>;
  };
