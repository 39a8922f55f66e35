import { TextInput, type TextInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, type Ref, useRef } from 'react';
import css from './scan-field.module.css';
import { CLEARED_BY_ESCAPE, TAKES_SCANS } from './text-fields.ts';
import { useFieldScan, useScan } from './use-scan.tsx';

interface ScanFieldProps extends TextInputProps {
  ref?: Ref<HTMLInputElement>;
  /**
   * Gets each code, and whether it was scanned or typed with Enter; the field is emptied and keeps the focus. Without it the field has a
   * value like any other: a scan replaces it, and is followed by Enter.
   */
  onScan?: (code: string, isScanned: boolean) => void;
  /** Takes scans wherever the focus is on its screen or in its dialog, for steps that do nothing but scan. */
  everywhere?: boolean;
  /** The code that the step is about, in the largest letters below the label. */
  step?: string;
}

/** The field of a scanner: what it expects is above it in large letters, errors are below it. */
export function ScanField({ ref, onScan, everywhere = false, step, ...props }: ScanFieldProps) {
  const box = useRef<HTMLInputElement>(null);
  const merged = useMergedRef(box, ref);
  useFieldScan(box, onScan && ((text) => onScan(text, true)));
  useScan(
    ({ text }) => {
      box.current?.focus();
      onScan?.(text, true);
    },
    everywhere && onScan !== undefined,
  );
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    props.onKeyDown?.(event);
    if (!onScan || event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    const code = event.currentTarget.value.trim();
    // Emptied at once: the next code may start before the next render.
    event.currentTarget.value = '';
    if (code) onScan(code, false);
  };
  // The label names the code as well: screen readers would read it twice.
  const withStep = (input: ReactNode) => (
    <>
      {step && (
        <div className={css.step} aria-hidden>
          {step}
        </div>
      )}
      {input}
    </>
  );
  return (
    <TextInput
      size="lg"
      {...TAKES_SCANS}
      {...(onScan ? CLEARED_BY_ESCAPE : {})}
      autoComplete="off"
      spellCheck={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ label: css.label ?? '', input: css.input ?? '', error: css.error ?? '' }}
      {...props}
      inputContainer={withStep}
      ref={merged}
      onKeyDown={onKeyDown}
    />
  );
}
