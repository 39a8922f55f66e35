/** A month, YYYY-MM; there was no year 0. */
export const MONTH = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/;

export const isMonth = (text: string | undefined): text is string => text !== undefined && MONTH.test(text);
