import { fieldMessages } from '@longshore/contract';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import type { z } from 'zod';
import type { ApiFailure } from '../../lib/call.ts';
import { errorOf, translateMessage, useText } from '../../lib/text/text.ts';
import { apply422 } from './apply-422.ts';

type Texts = Record<string, string>;

/**
 * A small form of text fields (sign-in, profile), validated by the contract's schema. Errors are stored as message keys
 * and translated when rendered, so that they follow the language. No form library: the sign-in page is the first thing
 * a phone loads.
 */
export function useSchemaForm<Values extends Texts>(schema: z.ZodType, initial: Values) {
  type Name = Extract<keyof Values, string>;
  const t = useText();
  const [values, setAll] = useState(initial);
  const [errors, setErrors] = useState<Texts>({});
  const setValues = (changed: Partial<Values>) => {
    setAll((now) => ({ ...now, ...changed }));
    // Editing a field clears its error.
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in changed))));
  };
  const check = (): Texts => {
    const checked = schema.safeParse(values);
    if (checked.success) return {};
    const fields = Object.entries(fieldMessages(checked.error));
    return Object.fromEntries(fields.map(([field, messages]) => [field, errorOf(messages)]));
  };
  return {
    values,
    setValues,
    setValue: (name: Name, value: string) => setValues({ [name]: value } as Partial<Values>),
    /** Validates; shows errors beside the fields and focuses the first one, or calls the handler with the values. */
    onSubmit: (send: (values: Values) => void) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const wrong = check();
      setErrors(wrong);
      const invalidInputs = [...event.currentTarget.elements].filter(
        (field) => (field.getAttribute('name') ?? '') in wrong,
      );
      if (Object.keys(wrong).length === 0) send(values);
      else if (invalidInputs[0] instanceof HTMLElement) invalidInputs[0].focus();
    },
    /** Shows the server's field errors; returns false for any other failure. */
    refuse: (failure: ApiFailure) => apply422({ setErrors }, failure),
    /** The props of an input. */
    input: (name: Name) => {
      const error = errors[name];
      return {
        name,
        value: values[name],
        onChange: (event: ChangeEvent<HTMLInputElement>) =>
          setValues({ [name]: event.target.value } as Partial<Values>),
        error: error === undefined ? undefined : translateMessage(t, error),
      };
    },
  };
}
