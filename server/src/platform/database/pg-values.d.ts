/** The driver's own way from values to what PostgreSQL reads; it is exported without types. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null;
}
