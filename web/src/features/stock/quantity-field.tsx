import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { type FieldProps, useField } from '../../ui/form/fields.tsx';
import css from './stock.module.css';

type QuantityProps = FieldProps<number> & { signed?: boolean; suffix?: string; autoFocus?: boolean };

/** `-12`, `−12`, `+12` and `1,200` are numbers; a lone minus is one being typed. */
const numberOf = (text: string) => Number(text.replace('−', '-').replaceAll(',', '')) || 0;

/** Whole base units. Nothing typed counts as 0, which no movement accepts. */
export function QuantityField(props: QuantityProps) {
  const { frame, input } = useField(props);
  const { value, set, signed = false, suffix, autoFocus } = props;
  const [typed, setTyped] = useState('');
  const shown = numberOf(typed) === value ? typed : String(value);
  return frame(
    <TextInput
      {...input}
      autoComplete="off"
      // The number pads of phones have no minus.
      inputMode={signed ? 'text' : 'numeric'}
      data-autofocus={autoFocus || undefined}
      rightSection={suffix && <span className={css.suffix}>{suffix}</span>}
      rightSectionWidth="auto"
      value={shown}
      onChange={(event) => {
        const text = event.currentTarget.value.replace(signed ? /[^\d,+−-]/g : /[^\d,]/g, '');
        setTyped(text);
        set(numberOf(text));
      }}
    />,
  );
}
