import type { ApiFailure } from '../../lib/call.ts';

/** The server's field errors, as keys where it gave them, so that they are said in the reader's language. */
export function errorsOf(failure: ApiFailure): Record<string, string> {
  return Object.fromEntries(
    Object.entries(failure.errors ?? {}).map(([field, sentences]) => [
      field,
      failure.keys?.[field]?.[0] || sentences[0] || failure.message,
    ]),
  );
}

/** Puts a refused save beside its fields; false when the failure is of another kind. */
export function apply422(form: { setErrors: (errors: Record<string, string>) => void }, failure: ApiFailure): boolean {
  if (failure.status !== 422) return false;
  form.setErrors(errorsOf(failure));
  return true;
}
