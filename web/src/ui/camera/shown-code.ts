import { GROUP_SEPARATOR } from '@longshore/contract';

/** A code as people read it: without what only says how it was printed, and with a space for each separator. */
export const shownCode = (code: string): string =>
  code
    .replace(/^\][A-Za-z]\d/, '')
    .replaceAll(GROUP_SEPARATOR, ' ')
    .trim();
