import { useMediaQuery } from '@mantine/hooks';

/** A phone: tables become cards, two columns become one. The same width as in the style sheets. */
export const useNarrow = (): boolean =>
  useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false }) ?? false;
