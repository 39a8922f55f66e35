import { currencyDecimals, type MessageKey, MoneyIn } from '@longshore/contract';
import { Autocomplete, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { sessionCurrency, useSession } from '../../lib/session.ts';
import { translateMessage, useText } from '../../lib/text/text.ts';
import { type FieldProps, useField } from './fields.tsx';
import css from './form.module.css';
import { padDecimals, readAmount, readNumber } from './read-number.ts';

interface NumberText {
  value: number;
  set: (value: number) => void;
  /** Formats the number while the field is not being edited. */
  show: (value: number) => string;
  /** Validates a number; text that is not a number is always an error. */
  validate?: (value: number) => MessageKey | undefined;
}

const integerError = (value: number) => (Number.isInteger(value) ? undefined : 'NotAWholeNumber');

/**
 * The text of a number field. The typed text is kept as it is; text that is not a number becomes NaN in the form, which
 * no schema accepts, so that it is rejected beside the field and never sent as another number.
 */
function useNumberText({ value, set, show, validate }: NumberText) {
  const [typed, setTyped] = useState<string>();
  const [isBlurred, setBlurred] = useState(false);
  const isTypedValue = typed !== undefined && Object.is(readNumber(typed), value);
  const error = Number.isNaN(value) ? 'NotANumber' : validate?.(value);
  return {
    // No error while typing: `12.` may become `12.00`.
    error: isBlurred && isTypedValue && error ? error : undefined,
    text: isTypedValue ? typed : Number.isNaN(value) ? '' : show(value),
    onText: (text: string) => {
      setBlurred(false);
      setTyped(text);
      set(readNumber(text));
    },
    onBlur: () => {
      setBlurred(true);
      if (!error) setTyped(undefined);
    },
  };
}

const grouped = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 10 });

interface NumberDisplay {
  /** Without thousands separators, for document numbers. */
  plain?: boolean;
  /** Shows 0 as an empty field, where 0 is not a valid quantity. */
  zeroIsBlank?: boolean;
}

const formatterFor =
  ({ plain, zeroIsBlank }: NumberDisplay) =>
  (value: number) =>
    value === 0 && zeroIsBlank ? '' : plain ? String(value) : grouped(value);

const suffixProps = (suffix: string | undefined): Pick<TextInputProps, 'rightSection' | 'rightSectionWidth'> =>
  suffix ? { rightSection: <span className={css.suffix}>{suffix.trim()}</span>, rightSectionWidth: 'auto' } : {};

type QuantityProps = FieldProps<number> &
  NumberDisplay & {
    /** Allows a minus; the numeric keypads of phones have none, so the text keyboard is used. */
    signed?: boolean;
    suffix?: string;
    autoFocus?: boolean;
  };

/** A whole number: `12.00` is 12, and `1.5` is an error beside the field. */
export function QuantityField(props: QuantityProps) {
  const { error, text, onText, onBlur } = useNumberText({
    ...props,
    show: formatterFor(props),
    validate: integerError,
  });
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

interface InputProps<Value> extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  value: Value;
  set: (value: Value) => void;
  /** A message of the form that the table belongs to. */
  error?: string | undefined;
}

/** The same outside a form: in a table, with a label for screen readers only. */
export function QuantityInput({ value, set, error: given, ...rest }: InputProps<number>) {
  const t = useText();
  const typed = useNumberText({ value, set, show: formatterFor({}), validate: integerError });
  const { text, onText, onBlur } = typed;
  const error = given ?? typed.error;
  return (
    <TextInput
      {...rest}
      autoComplete="off"
      inputMode="numeric"
      error={error && translateMessage(t, error)}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onBlur={onBlur}
    />
  );
}

/** A decimal such as a length or a weight. The schema limits its decimals. */
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

/** A rate with a name, such as a tax. */
export interface NamedRate {
  name: string;
  rate: number;
}

/** Rounds away the binary error of multiplying and dividing by 100. */
const percentOf = (rate: number) => Number((rate * 100).toFixed(8));
const rateOf = (percent: number) => Number((percent / 100).toFixed(10));

/** Shown as a percentage (13 %), stored as a decimal (0.13). Known rates are offered as options. */
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
      // Offer all of them: filtering by the current rate would hide the others.
      filter={({ options }) => options}
      onChange={(chosen) => {
        const rate = choices.get(chosen);
        if (rate === undefined) onText(chosen);
        else props.set(rate);
      }}
    />,
  );
}

interface AmountText extends Pick<InputProps<string>, 'value' | 'set'> {
  /** Formats the amount while the field is not being edited: with cents, unless it is a quantity. */
  show?: (amount: string) => string;
  /** It may be left empty; otherwise an empty field is 0. */
  optional?: boolean | undefined;
}

const asIs = (amount: string) => amount;

/** With the decimals of the currency. */
export const showMoney = (amount: string): string => padDecimals(amount, currencyDecimals(sessionCurrency()));

/** The text of an amount: it stays a string from the keyboard to the database, so that no float rounds it. */
function useMoneyText({ value, set, show = showMoney, optional }: AmountText) {
  const isLeftOut = optional === true && value === '';
  const [typed, setTyped] = useState<string>();
  const [isBlurred, setBlurred] = useState(false);
  return {
    error: isBlurred && !isLeftOut ? MoneyIn.safeParse(value).error?.issues[0]?.message : undefined,
    text: typed ?? show(value),
    onText: (text: string) => {
      setBlurred(false);
      setTyped(text);
      set(optional && text.trim() === '' ? '' : readAmount(text));
    },
    onBlur: () => {
      setBlurred(true);
      setTyped(undefined);
    },
  };
}

export function MoneyField(props: FieldProps<string>) {
  const { currency } = useSession().preferences;
  return <AmountField {...props} show={showMoney} suffix={currency} />;
}

/** A quantity that may have decimals: exact like an amount, without cents and currency. */
export function DecimalField(props: FieldProps<string>) {
  return <AmountField {...props} show={asIs} suffix={undefined} />;
}

type AmountProps = FieldProps<string> & Required<Pick<AmountText, 'show'>> & { suffix: string | undefined };

function AmountField({ show, suffix, ...props }: AmountProps) {
  const { error, text, onText, onBlur } = useMoneyText({ ...props, show });
  const { frame, input } = useField({ ...props, error: props.error ?? error });
  return frame(
    <TextInput
      {...input}
      {...suffixProps(suffix)}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onBlur={onBlur}
    />,
  );
}

type AmountInputProps = InputProps<string> & Required<Pick<AmountText, 'show'>> & Pick<AmountText, 'optional'>;

/** The same in a table, with a label for screen readers only. */
export function MoneyInput(props: Omit<AmountInputProps, 'show'>) {
  return <AmountInput {...props} show={showMoney} />;
}

export function DecimalInput(props: InputProps<string>) {
  return <AmountInput {...props} show={asIs} />;
}

function AmountInput({ value, set, show, optional, error: given, ...rest }: AmountInputProps) {
  const t = useText();
  const { error: own, text, onText, onBlur } = useMoneyText({ value, set, show, optional });
  const error = given ?? own;
  return (
    <TextInput
      {...rest}
      autoComplete="off"
      inputMode="decimal"
      error={error && translateMessage(t, error)}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onBlur={onBlur}
    />
  );
}
