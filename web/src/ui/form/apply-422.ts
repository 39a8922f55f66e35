import type { ApiFailure } from '../../lib/call.ts';
import { errorOf } from '../../lib/text/text.ts';

/** The server's field errors, as message keys where available, so that they are shown in the user's language. */
export function errorsOf(failure: ApiFailure): Record<string, string> {
  return Object.fromEntries(
    Object.entries(failure.errors ?? {}).map(([field, sentences]) => [
      field,
      errorOf(sentences.map((sentence, at) => failure.keys?.[field]?.[at] || sentence)) || failure.message,
    ]),
  );
}

/** Shows the errors of a 422 beside their fields; returns false for any other failure. */
export function apply422(form: { setErrors: (errors: Record<string, string>) => void }, failure: ApiFailure): boolean {
  if (failure.status !== 422) return false;
  form.setErrors(errorsOf(failure));
  return true;
}
