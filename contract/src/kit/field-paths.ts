import type { z } from 'zod';
import type { Field, Fields } from './fields.ts';

/** The parsed values of all fields, side by side as the table has them. */
export type FieldValues<F extends Fields> = { [Name in keyof F]: z.output<F[Name]['input']> };

/** A field as its record holds it: `name`, `international.hs_code`. The history names fields so. */
export type PathOf<F extends Fields, Name extends keyof F = keyof F> = Name extends string
  ? F[Name] extends { part: infer Part extends string }
    ? `${Part}.${Name}`
    : Name
  : never;
export const pathOf = (name: string, { part }: Field) => (part ? `${part}.${name}` : name);

/** One value per field, by the path instead of the name. */
export function byPath<F extends Fields, Values extends { [Name in keyof F]: unknown }>(fields: F, values: Values) {
  const found = {} as Record<PathOf<F>, Values[keyof F]>;
  for (const [name, field] of Object.entries(fields)) found[pathOf(name, field) as PathOf<F>] = values[name as keyof F];
  return found;
}

/** The values of the fields, of something that has more. */
export function pickFields<F extends Fields, From extends { [Name in keyof F]?: unknown }>(fields: F, from: From) {
  const picked = {} as Pick<From, keyof F & keyof From>;
  for (const name of Object.keys(fields) as (keyof F & keyof From)[]) picked[name] = from[name];
  return picked;
}
