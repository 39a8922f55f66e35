import { NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { type PlainKey, sayMessage, useText } from '../../lib/text/text.ts';
import css from './form.module.css';
import type { FieldOf } from './use-record-form.ts';

/** How a field is declared: `<TextField {...form.field('name')} label="relations.company" span={6} />`. */
interface Declared {
  label: PlainKey;
  hint?: PlainKey;
  /** Of twelve columns; a phone gives every field the whole width. */
  span?: 2 | 3 | 4 | 5 | 6 | 8 | 9 | 12;
}
export type FieldProps<Value> = FieldOf<Value> & Declared;

/** What all inputs take, from the form and the declaration; the asterisk and the error come from the schema. */
export function useField<Value>({ id, error, required, named, label, hint, span }: FieldProps<Value>) {
  const t = useText();
  useEffect(() => {
    named(label);
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
      label: t(label),
      description: hint && t(hint),
      withAsterisk: required,
      'aria-required': required || undefined,
      error: error && sayMessage(t, error),
    },
  };
}

type TextProps = FieldProps<string> & { autoComplete?: string; autoFocus?: boolean; type?: 'text' | 'email' | 'tel' };

export function TextField(props: TextProps) {
  const { frame, input } = useField(props);
  return frame(
    <TextInput
      {...input}
      type={props.type ?? 'text'}
      autoComplete={props.autoComplete ?? 'off'}
      data-autofocus={props.autoFocus || undefined}
      value={props.value}
      onChange={(event) => props.set(event.currentTarget.value)}
    />,
  );
}

/** Browsers check e-mail addresses by other rules than ours, in their own bubbles: only the keyboard is theirs. */
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
}

/** Texts as they are; a number (an id) keeps being a number. */
export function SelectField<Value extends string | number>(
  props: FieldProps<Value> & { choices: Choice[]; onChosen?: (value: string) => void },
) {
  const { frame, input } = useField(props);
  const { choices, value } = props;
  return frame(
    <Select
      {...input}
      data={choices}
      allowDeselect={false}
      searchable={choices.length > 8}
      selectFirstOptionOnChange
      nothingFoundMessage="–"
      value={String(value)}
      onChange={(chosen) => {
        if (chosen === null) return;
        props.set((typeof value === 'number' ? Number(chosen) : chosen) as Value);
        props.onChosen?.(chosen);
      }}
    />,
  );
}

/** Flags are 0 and 1 on the wire. */
export function SwitchField(props: FieldProps<0 | 1>) {
  const { frame, input } = useField(props);
  const { label, description, error, id } = input;
  return frame(
    <div className={css.switchField} data-alone={props.span === 12 || undefined}>
      <Switch
        withThumbIndicator={false}
        id={id}
        data-field
        label={label}
        description={description}
        error={error}
        checked={Boolean(props.value)}
        onChange={(event) => props.set(event.currentTarget.checked ? 1 : 0)}
      />
    </div>,
  );
}

type NumberProps = FieldProps<number> & { decimals?: number; suffix?: string };

export function NumberField(props: NumberProps) {
  const { frame, input } = useField(props);
  return frame(
    <NumberInput
      {...input}
      hideControls
      decimalScale={props.decimals ?? 0}
      suffix={props.suffix}
      thousandSeparator=","
      inputMode={props.decimals ? 'decimal' : 'numeric'}
      value={props.value}
      onChange={(value) => props.set(value === '' ? 0 : Number(value))}
    />,
  );
}

/** Written as people say it (13 %), kept as the decimal that is counted with (0.13, exact to four places). */
export function PercentField(props: FieldProps<number>) {
  const percent = Math.round(props.value * 10_000) / 100;
  const set = (value: number) => props.set(Math.round(value * 100) / 10_000);
  return <NumberField {...props} value={percent} set={set} decimals={2} suffix=" %" />;
}
