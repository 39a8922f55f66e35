import { useMediaQuery } from '@mantine/hooks';

/** A phone: tables become cards, two columns become one. The same width as in the style sheets. */
export const useNarrow = (): boolean => useWindow('(max-width: 767px)');

/** A tablet or a laptop: what a table can spare, so that names can be read, stands on the record's page only. */
export const useMiddling = (): boolean => useWindow('(max-width: 1399px)');

const useWindow = (query: string): boolean => useMediaQuery(query, false, { getInitialValueInEffect: false }) ?? false;
