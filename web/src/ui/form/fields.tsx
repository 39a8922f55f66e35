import { Switch, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { type PlainKey, translateMessage, useText } from '../../lib/text/text.ts';
import { TAKES_SCANS } from '../scan/text-fields.ts';
import { Select } from '../select.tsx';
import css from './form.module.css';
import { isPlainEnter } from './form-keys.ts';
import type { FieldOf } from './use-record-form.ts';

/** How a field is declared: `<TextField {...form.field('name')} label="relations.company" span={6} />`. */
interface FieldDeclaration {
  label: PlainKey;
  /** The label when it is data, such as what a partner calls its key. */
  labelText?: string | undefined;
  hint?: PlainKey;
  /** A hint that is computed, not a text key. */
  note?: string;
  /** In a grid of twelve columns; on phones every field takes the full width. */
  span?: 2 | 3 | 4 | 5 | 6 | 8 | 9 | 12;
  disabled?: boolean | undefined;
}
export type FieldProps<Value> = FieldOf<Value> & FieldDeclaration;

/** The props that all inputs share; the asterisk and the error come from the schema. */
export function useField<Value>({
  id,
  error,
  required,
  registerLabel,
  label,
  labelText,
  hint,
  note,
  span,
  disabled,
}: FieldProps<Value>) {
  const t = useText();
  useEffect(() => {
    registerLabel(label, labelText);
  });
  return {
    frame: (children: ReactNode) => (
      <div className={css.field} style={{ '--span': span ?? 6 } as React.CSSProperties}>
        {children}
      </div>
    ),
    input: {
      id,
      'data-field': true,
      label: labelText ?? t(label),
      // An error replaces the hint.
      description: error ? undefined : (note ?? (hint && t(hint))),
      withAsterisk: required,
      'aria-required': required || undefined,
      error: error && translateMessage(t, error),
      disabled: disabled ?? false,
    },
  };
}

type TextProps = FieldProps<string> & {
  autoComplete?: string;
  autoFocus?: boolean;
  type?: 'text' | 'email' | 'tel' | 'password';
  /** Values that can be scanned are set in monospace and take scans. */
  mono?: boolean;
  /** Enter goes elsewhere than to the next field. */
  onEnter?: () => void;
};

export function TextField(props: TextProps) {
  const { frame, input } = useField(props);
  return frame(
    <TextInput
      {...input}
      type={props.type ?? 'text'}
      autoComplete={props.autoComplete ?? 'off'}
      data-autofocus={props.autoFocus || undefined}
      data-mono={props.mono || undefined}
      {...(props.mono ? TAKES_SCANS : {})}
      value={props.value}
      onChange={(event) => props.set(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (!props.onEnter || !isPlainEnter(event)) return;
        event.preventDefault();
        event.stopPropagation();
        props.onEnter();
      }}
    />,
  );
}

/** The form has `noValidate`: `type="email"` only selects the keyboard, our schema validates. */
export const EmailField = (props: FieldProps<string>) => <TextField {...props} type="email" />;

export function TextAreaField(props: FieldProps<string> & { rows?: number }) {
  const { frame, input } = useField(props);
  return frame(
    <Textarea
      {...input}
      autosize
      minRows={props.rows ?? 3}
      maxRows={12}
      value={props.value}
      onChange={(event) => props.set(event.currentTarget.value)}
    />,
  );
}

export interface Choice {
  value: string;
  label: string;
  disabled?: boolean;
}

/** Strings stay strings; numeric ids stay numbers. */
export function SelectField<Value extends string | number>(
  props: FieldProps<Value> & {
    choices: Choice[];
    onChosen?: (value: string) => void;
    /** In the field while nothing is chosen: unlike a hint it takes no room that others move into. */
    placeholder?: PlainKey;
    autoFocus?: boolean;
  },
) {
  const { frame, input } = useField(props);
  const t = useText();
  const { choices, value, placeholder } = props;
  return frame(
    <Select
      {...input}
      placeholder={placeholder && t(placeholder)}
      data-autofocus={props.autoFocus || undefined}
      data={choices}
      value={String(value)}
      onChange={(chosen) => {
        if (chosen === null) return;
        props.set((typeof value === 'number' ? Number(chosen) : chosen) as Value);
        props.onChosen?.(chosen);
      }}
    />,
  );
}

/** Flags are sent as 0 and 1. `alone`: in a row of switches, not beside a field. */
export function SwitchField(props: FieldProps<0 | 1> & { alone?: boolean }) {
  const { frame, input } = useField(props);
  const { label, description, error, id, disabled } = input;
  return frame(
    <div className={css.switchField} data-alone={props.span === 12 || props.alone || undefined}>
      <Switch
        withThumbIndicator={false}
        id={id}
        data-field
        label={label}
        description={description}
        error={error}
        disabled={disabled}
        checked={Boolean(props.value)}
        onChange={(event) => props.set(event.currentTarget.checked ? 1 : 0)}
      />
    </div>,
  );
}
