import { z } from 'zod';
import type { ServerTextKey } from '../text/text-for.ts';
import { Flag, FlagIn, MoneyIn, MoneyOut, Rate } from './scalars.ts';

/** A column of an import sheet. The heading is the same in every language, the note is not. */
export interface SheetColumn {
  heading: string;
  /** Key of the note in the text catalogue. */
  note: ServerTextKey;
  /** What the template shows in its example row. */
  example: string | number;
}

export const sheetColumn = (heading: string, note: ServerTextKey, example: string | number = ''): SheetColumn => ({
  heading,
  note,
  example,
});

/** Everything the server and the web need to know about a field that is stored as it is sent. */
export interface FieldOptions {
  /** Key of the text that names the field on screens and in the history. */
  label: string;
  /** The object of the record that holds the field on the wire: `international` holds `hs_code`. */
  part?: string;
  /** The list can be sorted by it. The table needs an index on it. */
  sort?: true;
  /** The list can be filtered by a condition on it. */
  condition?: true;
  /** The rows of the list contain it. */
  row?: true;
  /** The list shows it in a column; its rows contain it then. */
  column?: { width?: number; mono?: true };
  /** Its heading in the list's Excel export. The rows must contain it. */
  exported?: string;
  /** Its column in the import sheet. Required: an import would reset a field that its sheet cannot carry. */
  sheet: SheetColumn;
  /** The record's page shows it among the facts. */
  fact?: { mono?: true; copy?: true; wide?: true };
}

type FieldKind = 'text' | 'choice' | 'money' | 'rate' | 'flag';

export interface Field extends FieldOptions {
  kind: FieldKind;
  input: z.ZodType;
  output: z.ZodType;
}
export type Fields = Record<string, Field>;

/** A text: `textField(text(64), {…})` may be empty, `textField(required('SkuIsRequired'), {…})` may not. */
export const textField = <Input extends z.ZodType<string>, const Options extends FieldOptions>(
  input: Input,
  options: Options,
) => ({ ...options, kind: 'text' as const, input, output: z.string() });

/** One of a few words. */
export const choiceField = <
  Input extends z.ZodType<string>,
  const Choices extends readonly string[],
  const Options extends FieldOptions,
>(
  input: Input,
  choices: Choices,
  options: Options,
) => ({ ...options, kind: 'choice' as const, input, output: z.enum(choices) });

export const moneyField = <const Options extends FieldOptions>(options: Options) => ({
  ...options,
  kind: 'money' as const,
  input: MoneyIn.default('0'),
  output: MoneyOut,
});

/** A rate as a decimal: 0.13 is 13 %. */
export const rateField = <const Options extends FieldOptions>(options: Options) => ({
  ...options,
  kind: 'rate' as const,
  input: Rate.default(0),
  output: z.number(),
});

export const flagField = <const Options extends FieldOptions>(fallback: 0 | 1, options: Options) => ({
  ...options,
  kind: 'flag' as const,
  input: FlagIn.default(fallback),
  output: Flag,
});

type Side = 'input' | 'output';
type PartOf<F extends Fields> = Extract<F[keyof F], { part: string }>['part'];
type OwnShape<F extends Fields, S extends Side> = {
  [Name in keyof F as F[Name] extends { part: string } ? never : Name]: F[Name][S];
};
type PartShape<F extends Fields, S extends Side, Part> = {
  [Name in keyof F as F[Name] extends { part: Part } ? Name : never]: F[Name][S];
};
type InputShape<F extends Fields> = OwnShape<F, 'input'> & {
  [Part in PartOf<F>]: z.ZodDefault<z.ZodObject<PartShape<F, 'input', Part>>>;
};
type OutputShape<F extends Fields> = OwnShape<F, 'output'> & {
  [Part in PartOf<F>]: z.ZodObject<PartShape<F, 'output', Part>>;
};

/** One side's schemas by name; the fields of a part are together under the name of the part. */
function shapeOf(fields: Fields, side: Side): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!field.part) shape[name] = field[side];
    else if (!shape[field.part]) shape[field.part] = partOf(fields, field.part, side);
  }
  return shape;
}

function partOf(fields: Fields, part: string, side: Side): z.ZodType {
  const own = entriesOf(fields).filter(([, field]) => field.part === part);
  const object = z.object(Object.fromEntries(own.map(([name, field]) => [name, field[side]])));
  return side === 'input' ? object.default(object.parse({})) : object;
}

const entriesOf = <F extends Fields>(fields: F) => Object.entries(fields) as [Extract<keyof F, string>, Field][];

/** What a save takes, for `z.object({ ...inputsOf(fields), … })`. A part that is missing takes its defaults. */
export const inputsOf = <F extends Fields>(fields: F) => shapeOf(fields, 'input') as InputShape<F>;
/** What the record answers. */
export const outputsOf = <F extends Fields>(fields: F) => shapeOf(fields, 'output') as OutputShape<F>;

type Named<F extends Fields, Part> = {
  [Name in keyof F as F[Name] extends Part ? Name : never]: F[Name];
};
type InRow<F extends Fields> = Named<F, { row: true } | { column: object }>;

export const isInRow = ({ row, column }: Field) => row === true || column !== undefined;

/** What a row of the list answers. */
export const rowOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(entriesOf(fields).flatMap(([name, field]) => (isInRow(field) ? [[name, field.output]] : []))) as {
    [Name in keyof InRow<F>]: InRow<F>[Name]['output'];
  };

/** The names a list can be sorted by. */
export type SortName<F extends Fields> = Extract<keyof Named<F, { sort: true }>, string>;
export const sortsOf = <F extends Fields>(fields: F) =>
  Object.keys(fields).filter((name) => fields[name]?.sort) as SortName<F>[];

const CONDITION_KINDS = { text: 'text', choice: 'text', money: 'number', rate: 'number', flag: 'flag' } as const;

/** The fields with a condition, for a list's own conditions. */
export type ConditionName<F extends Fields> = Extract<keyof Named<F, { condition: true }>, string>;
export const conditionsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    entriesOf(fields).flatMap(([name, { condition, kind }]) => (condition ? [[name, CONDITION_KINDS[kind]]] : [])),
  ) as Record<ConditionName<F>, (typeof CONDITION_KINDS)[FieldKind]>;

/** Headings of the Excel export by field. */
export const exportsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(entriesOf(fields).flatMap(([name, { exported }]) => (exported ? [[name, exported]] : []))) as {
    [Name in keyof Named<F, { exported: string }>]: string;
  };

/** Columns of the import sheet by field. */
export const sheetColumnsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(entriesOf(fields).map(([name, { sheet }]) => [name, sheet])) as Record<
    Extract<keyof F, string>,
    SheetColumn
  >;
