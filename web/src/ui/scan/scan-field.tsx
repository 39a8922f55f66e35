import { TextInput, type TextInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, type Ref, type RefObject, useEffect, useRef } from 'react';
import { deviceSettings } from '../../lib/device-settings.ts';
import { IDLE_MS, LATE_MS } from './key-reader.ts';
import css from './scan-field.module.css';
import { useScanKeyboard } from './scan-keyboard.tsx';
import { characterOf, cleanScan, Rhythm } from './scan-text.ts';
import { CLEARED_BY_ESCAPE, SCAN_FIELD } from './text-fields.ts';
import { type KnowsCode, useKeysElsewhere, useScan } from './use-scan.tsx';

/** A code, and whether it came from the scanner. Without a prefix that is only likely: nothing may be lost by it. */
export type OnScan = (code: string, isScanned: boolean) => void;

interface ScanFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  ref?: Ref<HTMLInputElement>;
  /**
   * Gets each code: all that came before Enter or Tab, however long it took. The field is emptied and keeps the focus.
   */
  onScan: OnScan;
  /** Enter in the empty field. */
  onEnter?: (() => void) | undefined;
  /** Takes scans wherever the focus is on its screen or in its dialog, for steps that do nothing but scan. */
  everywhere?: boolean;
  /** See `useScan`; for a field that takes scans everywhere. */
  knows?: KnowsCode;
  /** The code that the step is about, in the largest letters below the label. */
  step?: string;
}

/** Characters that a phone is wide enough for in the largest letters. */
const STEP_LARGEST = 12;

/** A number with its Enter at this pace, in milliseconds a key, was not typed by a person. */
const SCANNER_MS = 25;

/** What a scan field holds: the scan behind the prefix of this device, and what was typed before it. */
function readField(value: string, isFast: boolean): { before: string; code: string; isScanned: boolean } {
  const { prefix } = deviceSettings();
  const at = prefix ? value.lastIndexOf(prefix) : -1;
  if (at < 0) return { before: '', code: cleanScan(value), isScanned: !prefix && isFast };
  return { before: value.slice(0, at).trim(), code: cleanScan(value.slice(at + prefix.length)), isScanned: true };
}

/** Reads the codes that come into a field. */
function useCodes(box: RefObject<HTMLInputElement | null>, onScan: OnScan, onEnter: (() => void) | undefined) {
  const rhythm = useRef(new Rhythm());
  const takenAt = useRef(Number.NEGATIVE_INFINITY);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onScan);
  latest.current = onScan;
  useEffect(() => () => clearTimeout(timer.current), []);
  const take = (endedAt: number) => {
    const field = box.current;
    if (!field) return;
    clearTimeout(timer.current);
    const { before, code, isScanned } = readField(field.value, rhythm.current.isFaster(SCANNER_MS, endedAt));
    // Emptied at once: the next code may start before the next render.
    field.value = '';
    takenAt.current = endedAt;
    if (before) latest.current(before, false);
    if (code) latest.current(code, isScanned);
  };
  const waitForMore = () => {
    clearTimeout(timer.current);
    const due = performance.now() + IDLE_MS;
    // A timer that is late was blocked: keys that were pressed before it may still be queued.
    timer.current = setTimeout(() => (performance.now() - due > LATE_MS ? waitForMore() : take(due)), IDLE_MS);
  };
  const end = (event: KeyboardEvent<HTMLInputElement>, hasText: boolean) => {
    event.preventDefault();
    event.stopPropagation();
    if (hasText) take(event.timeStamp);
    // Some scanners end with two keys, for example carriage return and line feed.
    else if (event.timeStamp - takenAt.current > Rhythm.GAP_MS) onEnter?.();
  };
  const addCharacter = ({ timeStamp, currentTarget: field }: KeyboardEvent<HTMLInputElement>) => {
    if (field.value === '') rhythm.current = new Rhythm();
    rhythm.current.add(timeStamp);
    if (deviceSettings().noSuffix) waitForMore();
  };
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const { nativeEvent, key, currentTarget: field } = event;
    if (nativeEvent.isComposing) return;
    if (characterOf(nativeEvent) !== undefined) return addCharacter(event);
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const hasText = field.value.trim() !== '';
    // In the empty field Tab moves on, as everywhere.
    if (key === 'Enter' || (key === 'Tab' && hasText)) end(event, hasText);
  };
}

/**
 * The field of a scanner: what it expects is above it in large letters, errors are below it. Everything until Enter or
 * Tab is one code; time decides nothing, except on devices whose scanner sends neither.
 */
export function ScanField({ ref, onScan, onEnter, everywhere = false, knows, step, ...props }: ScanFieldProps) {
  const box = useRef<HTMLInputElement>(null);
  const merged = useMergedRef(box, ref);
  const readKey = useCodes(box, onScan, onEnter);
  const keyboard = useScanKeyboard(box);
  // The focus stays where it is: somebody may be typing there.
  useScan(({ text }) => onScan(text, true), { isActive: everywhere, knows });
  useKeysElsewhere(box, everywhere);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    props.onKeyDown?.(event);
    readKey(event);
  };
  // The label names the code as well: screen readers would read it twice.
  const withStep = (input: ReactNode) => (
    <>
      {step && (
        <div className={css.step} data-long={step.length > STEP_LARGEST || undefined} aria-hidden>
          {step}
        </div>
      )}
      {input}
    </>
  );
  return (
    <TextInput
      size="lg"
      {...SCAN_FIELD}
      {...CLEARED_BY_ESCAPE}
      autoComplete="off"
      spellCheck={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ label: css.label ?? '', input: css.input ?? '', error: css.error ?? '' }}
      {...keyboard}
      {...props}
      inputContainer={withStep}
      ref={merged}
      onKeyDown={onKeyDown}
    />
  );
}
