import { useMemo } from 'react';
import { useLanguage } from '../../lib/text/text.ts';
import { Select } from '../select.tsx';
import { countries, countryName } from './countries.ts';
import { type FieldProps, useField } from './fields.tsx';
import css from './form.module.css';

interface CountryProps extends FieldProps<string> {
  /** Lets a second field store the country's English name beside its code. */
  onChosen?: (code: string, englishName: string) => void;
}

/** All countries, named in the user's language; searchable by English and Chinese name and by code. */
export function CountryField(props: CountryProps) {
  const { frame, input } = useField(props);
  const language = useLanguage();
  const known = useMemo(() => countries(language), [language]);
  const searched = useMemo(() => new Map(known.map((country) => [country.code, country.search])), [known]);
  return frame(
    <Select
      {...input}
      clearable
      data={known.map(({ code, name }) => ({ value: code, label: name }))}
      value={props.value || null}
      filter={({ options, search }) => {
        const searchText = search.trim().toLowerCase();
        return options.filter((option) => 'value' in option && searched.get(option.value)?.includes(searchText));
      }}
      renderOption={({ option }) => (
        <span className={css.option}>
          {option.label}
          <span className={css.optionCode}>{option.value}</span>
        </span>
      )}
      onChange={(code) => {
        props.set(code ?? '');
        props.onChosen?.(code ?? '', code ? countryName(code, 'en') : '');
      }}
    />,
  );
}
