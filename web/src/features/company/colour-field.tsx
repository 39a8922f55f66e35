import { COMPANY_COLOURS } from '@longshore/contract';
import { Autocomplete } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../lib/text/text.ts';
import { type FieldProps, useField } from '../../ui/form/fields.tsx';
import { brandHex } from '../../ui/theme/branding.ts';
import css from './company.module.css';
import { useColourName } from './company-words.ts';
import { Swatch, useContrast } from './swatch.tsx';

const CHOICES = ['', ...Object.keys(COMPANY_COLOURS)];

/** A colour name, or a hex value typed or picked; the hint below tells the contrast of its text. */
export function ColourField(props: FieldProps<string>) {
  const { frame, input } = useField(props);
  const { value, set } = props;
  const t = useText();
  const nameOf = useColourName();
  const names = new Map(CHOICES.map((colour) => [nameOf(colour), colour]));
  const hint = useContrast(value);
  // While typing, the typed text is shown; before that all options are offered.
  const [typed, setTyped] = useState(false);
  return frame(
    <Autocomplete
      {...input}
      description={props.error ? undefined : hint}
      data={[...names.keys()]}
      value={nameOf(value)}
      maxDropdownHeight={320}
      filter={({ options, search }) => {
        const searchText = search.trim().toLowerCase();
        return typed
          ? options.filter((option) => 'label' in option && option.label.toLowerCase().includes(searchText))
          : options;
      }}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => {
        setTyped(false);
        // Expand a short hex value to six digits.
        if (/^#[0-9a-f]{3}$/i.test(value)) set(brandHex(value) ?? value);
      }}
      onOptionSubmit={() => setTyped(false)}
      onChange={(text) => {
        setTyped(true);
        set(names.get(text) ?? text.trim());
      }}
      renderOption={({ option }) => (
        <span className={css.option}>
          <Swatch colour={names.get(option.value) ?? ''} /> {option.value}
        </span>
      )}
      leftSection={
        <label className={css.picker}>
          <Swatch colour={value} />
          <input
            type="color"
            tabIndex={-1}
            aria-label={t('company.pickColour')}
            value={brandHex(value) ?? '#0e6588'}
            onChange={(event) => set(event.currentTarget.value)}
          />
        </label>
      }
    />,
  );
}
