/** A failure the operator can fix: print its message as one line, without the stack. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}
