import { type MantineSize, TextInput, type TextInputProps } from '@mantine/core';
import { lazyPart } from '../lazy-part.tsx';
import { type FieldProps, useField } from './fields.tsx';

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

/** The calendar is a large part of few screens: until its code is there, the field is shown but takes no text. */
const Waiting = ({ value, onDay: _, min: __, max: ___, ...rest }: DayInputProps) => (
  <TextInput {...rest} value={value} readOnly disabled />
);

export const DayInput = lazyPart<DayInputProps>(() => import('./day-input.tsx'), Waiting);

/** A day of business in a form; an empty one is null. */
export function DayField(props: FieldProps<string | null>) {
  const { frame, input } = useField(props);
  return frame(<DayInput {...input} value={props.value ?? ''} onDay={(day) => props.set(day || null)} />);
}
