import type { ApiFailure } from '../../lib/call.ts';

/** The server's field errors, as message keys where available, so that they are shown in the user's language. */
export function errorsOf(failure: ApiFailure): Record<string, string> {
  return Object.fromEntries(
    Object.entries(failure.errors ?? {}).map(([field, sentences]) => [
      field,
      failure.keys?.[field]?.[0] || sentences[0] || failure.message,
    ]),
  );
}

/** Shows the errors of a 422 beside their fields; returns false for any other failure. */
export function apply422(form: { setErrors: (errors: Record<string, string>) => void }, failure: ApiFailure): boolean {
  if (failure.status !== 422) return false;
  form.setErrors(errorsOf(failure));
  return true;
}
