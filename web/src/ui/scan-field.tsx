import { TextInput, type TextInputProps } from '@mantine/core';
import type { Ref } from 'react';
import css from './scan-field.module.css';

/** The field a scanner types into: what it expects is above it in large letters, errors are below it. */
export function ScanField(props: TextInputProps & { ref?: Ref<HTMLInputElement> }) {
  return (
    <TextInput
      size="lg"
      autoComplete="off"
      spellCheck={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ label: css.label ?? '', input: css.input ?? '', error: css.error ?? '' }}
      {...props}
    />
  );
}
