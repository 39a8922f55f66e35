import type { MantineSize, TextInputProps } from '@mantine/core';

type ShownProps = Pick<
  TextInputProps,
  'id' | 'label' | 'description' | 'error' | 'withAsterisk' | 'disabled' | 'variant' | 'aria-label'
>;

export interface DayInputProps extends ShownProps {
  size?: MantineSize;
  'data-field'?: boolean;
  'aria-required'?: boolean | undefined;
  /** `2026-11-09`, or empty. */
  value: string;
  onDay: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
}
