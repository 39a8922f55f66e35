import { useMediaQuery } from '@mantine/hooks';

/** A phone: tables become cards, two columns become one. The same breakpoint as in the style sheets. */
export const useNarrow = (): boolean => useBreakpoint('(max-width: 767px)');

/** A phone or a tablet: what is used on the floor fills the screen. */
export const useBelowLaptop = (): boolean => useBreakpoint('(max-width: 1099px)');

/** Below a desktop's width: tables hide their less important columns. */
export const useBelowDesktop = (): boolean => useBreakpoint('(max-width: 1399px)');

const useBreakpoint = (query: string): boolean =>
  useMediaQuery(query, false, { getInitialValueInEffect: false }) ?? false;
