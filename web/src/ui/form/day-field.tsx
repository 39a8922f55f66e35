import { TextInput } from '@mantine/core';
import { lazyPart } from '../lazy-part.tsx';
import type { DayInputProps } from './day-input-props.ts';
import { type FieldProps, useField } from './fields.tsx';

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
