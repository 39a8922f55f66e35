/** The driver's own conversion of values to the text PostgreSQL reads; it is exported without types. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null;
}
