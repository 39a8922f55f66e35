import type { Field, Fields } from '@longshore/contract';
import type { z } from 'zod';
import { useFormat } from '../lib/format.ts';
import type { PlainKey } from '../lib/text/text.ts';
import type { Fact } from './detail/facts.tsx';

/** Declared fields; a label that is not in the text catalogue does not compile. */
type LabelledFields = Record<string, Field & { label: PlainKey }>;
type With<F extends Fields, Option> = { [Name in keyof F as F[Name] extends Option ? Name : never]: F[Name] };

const entriesOf = (fields: LabelledFields) => Object.entries(fields);

/** How the fields are called, by name. */
export const labelsOf = <F extends LabelledFields>(fields: F) =>
  Object.fromEntries(entriesOf(fields).map(([name, { label }]) => [name, label])) as {
    [Name in keyof F]: F[Name]['label'];
  };

/** The values of a new record, by the schemas of its fields: their defaults, and nothing where there is none. */
export const blanksOf = <Inputs extends Record<string, z.ZodType>>(inputs: Inputs) =>
  Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.safeParse(undefined).data ?? ''])) as {
    [Name in keyof Inputs]: z.output<Inputs[Name]>;
  };

/** Prefixes labels with the name of a nested object in the contract: `address.city`. */
export const labelsUnder = <const Part extends string, const Labels extends Record<string, PlainKey>>(
  part: Part,
  labels: Labels,
) =>
  Object.fromEntries(Object.entries(labels).map(([field, label]) => [`${part}.${field}`, label])) as {
    [Field in Extract<keyof Labels, string> as `${Part}.${Field}`]: PlainKey;
  };

interface FieldColumn<Name> {
  field: Name;
  header: PlainKey;
  mono?: true;
  width?: number;
}

/** The columns of the list, by name: a screen places some (`const { sku, ...others } = …`) and adds the others. */
export const columnsOf = <F extends LabelledFields>(fields: F) =>
  Object.fromEntries(
    entriesOf(fields).flatMap(([field, { label, column }]) =>
      column ? [[field, { field, header: label, ...column }]] : [],
    ),
  ) as { [Name in keyof With<F, { column: object }>]: FieldColumn<Name> };

/** The facts on the record's page, by name. */
export function useFacts<F extends LabelledFields>(fields: F, record: object) {
  const format = useFormat();
  const shownValue = (name: string, { part, kind }: Field) => {
    const holder = (part ? (record as Record<string, unknown>)[part] : record) as Record<string, string | number>;
    const value = holder[name] ?? '';
    if (kind === 'money') return format.money(Number(value));
    return kind === 'rate' ? format.percent(Number(value), 3) : value;
  };
  return Object.fromEntries(
    entriesOf(fields).flatMap(([name, field]) =>
      field.fact ? [[name, { label: field.label, value: shownValue(name, field), ...field.fact }]] : [],
    ),
  ) as { [Name in keyof With<F, { fact: object }>]: Fact };
}
