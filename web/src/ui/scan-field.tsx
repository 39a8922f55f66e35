import { TextInput, type TextInputProps } from '@mantine/core';
import type { Ref } from 'react';
import css from './scan-field.module.css';

/** The field a scanner writes into: what it waits for stands above it in large letters, what was wrong below it. */
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
