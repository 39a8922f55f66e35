/** A failure the operator can act on: its message is the one line to print, its stack is of no use to them. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}
