import { type MessageKey, MoneyIn } from '@longshore/contract';
import { Autocomplete, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { sayMessage, useText } from '../../lib/text/text.ts';
import { type FieldProps, useField } from './fields.tsx';
import css from './form.module.css';
import { padCents, readAmount, readNumber } from './read-number.ts';

interface NumberText {
  value: number;
  set: (value: number) => void;
  /** How the number is written when nobody is typing it. */
  show: (value: number) => string;
  /** What is wrong with a number, besides being none. */
  faultOf?: (value: number) => MessageKey | undefined;
}

const faultOfWhole = (value: number) => (Number.isInteger(value) ? undefined : 'NotAWholeNumber');

/**
 * The text of a number field. What is typed stays as it was typed; a text that is no number is NaN in the form, which
 * no schema accepts, so that it is refused beside the field and never sent as another number.
 */
function useNumberText({ value, set, show, faultOf }: NumberText) {
  const [typed, setTyped] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const isMine = typed !== undefined && Object.is(readNumber(typed), value);
  const fault = Number.isNaN(value) ? 'NotANumber' : faultOf?.(value);
  return {
    // Somebody who is still typing 12.00 has made no mistake yet.
    error: isLeft && isMine && fault ? fault : undefined,
    text: isMine ? typed : Number.isNaN(value) ? '' : show(value),
    onText: (text: string) => {
      setLeft(false);
      setTyped(text);
      set(readNumber(text));
    },
    onBlur: () => {
      setLeft(true);
      if (!fault) setTyped(undefined);
    },
  };
}

const grouped = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 10 });

interface Shown {
  /** A number on documents, not a quantity: nothing parts its thousands. */
  plain?: boolean;
  /** Nothing is typed yet: 0 is no quantity here. */
  zeroIsBlank?: boolean;
}

const shownBy =
  ({ plain, zeroIsBlank }: Shown) =>
  (value: number) =>
    value === 0 && zeroIsBlank ? '' : plain ? String(value) : grouped(value);

const suffixProps = (suffix: string | undefined): Pick<TextInputProps, 'rightSection' | 'rightSectionWidth'> =>
  suffix ? { rightSection: <span className={css.suffix}>{suffix.trim()}</span>, rightSectionWidth: 'auto' } : {};

type QuantityProps = FieldProps<number> &
  Shown & {
    /** The number pads of phones have no minus. */
    signed?: boolean;
    suffix?: string;
    autoFocus?: boolean;
  };

/** A whole number: `12.00` is 12, and `1.5` is an error beside the field. */
export function QuantityField(props: QuantityProps) {
  const { error, text, onText, onBlur } = useNumberText({ ...props, show: shownBy(props), faultOf: faultOfWhole });
  const { frame, input } = useField({ ...props, error: props.error ?? error });
  return frame(
    <TextInput
      {...input}
      {...suffixProps(props.suffix)}
      autoComplete="off"
      inputMode={props.signed ? 'text' : 'numeric'}
      data-autofocus={props.autoFocus || undefined}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onBlur={onBlur}
    />,
  );
}

interface QuantityInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  value: number;
  set: (value: number) => void;
}

/** The same outside of a form: in a table, where the label is for screen readers. */
export function QuantityInput({ value, set, ...rest }: QuantityInputProps) {
  const t = useText();
  const { error, text, onText, onBlur } = useNumberText({ value, set, show: shownBy({}), faultOf: faultOfWhole });
  return (
    <TextInput
      {...rest}
      autoComplete="off"
      inputMode="numeric"
      error={error && sayMessage(t, error)}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onBlur={onBlur}
    />
  );
}

/** A decimal: a length, a weight. How many decimals it may have is the schema's. */
export function NumberField(props: FieldProps<number> & { suffix?: string }) {
  const { error, text, onText, onBlur } = useNumberText({ ...props, show: grouped });
  const { frame, input } = useField({ ...props, error: props.error ?? error });
  return frame(
    <TextInput
      {...input}
      {...suffixProps(props.suffix)}
      autoComplete="off"
      inputMode="decimal"
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onBlur={onBlur}
    />,
  );
}

/** A rate that people know by a name. */
export interface NamedRate {
  name: string;
  rate: number;
}

/** Moving the point by two places leaves a binary fraction's tail, which is far beyond these decimals. */
const percentOf = (rate: number) => Number((rate * 100).toFixed(8));
const rateOf = (percent: number) => Number((percent / 100).toFixed(10));

/** Written as people say it (13 %), kept as the decimal that is counted with (0.13). Known rates may be chosen. */
export function PercentField(props: FieldProps<number> & { offered?: readonly NamedRate[] }) {
  const { offered = [] } = props;
  const { error, text, onText, onBlur } = useNumberText({
    value: percentOf(props.value),
    set: (percent) => props.set(rateOf(percent)),
    show: String,
  });
  const { frame, input } = useField({ ...props, error: props.error ?? error });
  const shared = {
    ...input,
    ...suffixProps('%'),
    inputMode: 'decimal',
    autoComplete: 'off',
    value: text,
    onBlur,
  } as const;
  if (!offered.length) return frame(<TextInput {...shared} onChange={(event) => onText(event.currentTarget.value)} />);
  const choices = new Map(offered.map(({ name, rate }) => [`${name} · ${percentOf(rate)} %`, rate]));
  return frame(
    <Autocomplete
      {...shared}
      data={[...choices.keys()]}
      // All of them: the rate that is there now would hide the others.
      filter={({ options }) => options}
      onChange={(chosen) => {
        const rate = choices.get(chosen);
        if (rate === undefined) onText(chosen);
        else props.set(rate);
      }}
    />,
  );
}

/** An amount is text from the keyboard to the database: no float comes between. */
export function MoneyField(props: FieldProps<string>) {
  const { currency } = useSession().preferences;
  const [typed, setTyped] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const fault = isLeft ? MoneyIn.safeParse(props.value).error?.issues[0]?.message : undefined;
  const { frame, input } = useField({ ...props, error: props.error ?? fault });
  return frame(
    <TextInput
      {...input}
      {...suffixProps(currency)}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? padCents(props.value)}
      onChange={(event) => {
        setLeft(false);
        setTyped(event.currentTarget.value);
        props.set(readAmount(event.currentTarget.value));
      }}
      onBlur={() => {
        setLeft(true);
        setTyped(undefined);
      }}
    />,
  );
}
