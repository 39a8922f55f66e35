import type { OptionsFilter } from '@mantine/core';
import { useMemo } from 'react';
import { useLanguage } from '../../lib/text/text.ts';
import { Select, type SelectProps } from '../select.tsx';
import { countries, countryName } from './countries.ts';
import { type FieldProps, useField } from './fields.tsx';
import css from './form.module.css';

interface CountryProps extends FieldProps<string> {
  /** Lets a second field store the country's English name beside its code. */
  onChosen?: (code: string, englishName: string) => void;
}

/** Finds countries by the texts that they are searched by. */
const filterOf =
  (searched: ReadonlyMap<string, string>): OptionsFilter =>
  ({ options, search }) => {
    const searchText = search.trim().toLowerCase();
    return options.filter((option) => 'value' in option && searched.get(option.value)?.includes(searchText));
  };

const drawOption: NonNullable<SelectProps['renderOption']> = ({ option }) => (
  <span className={css.option}>
    {option.label}
    <span className={css.optionCode}>{option.value}</span>
  </span>
);

/** All countries, named in the user's language; searchable by English and Chinese name and by code. */
export function CountryField(props: CountryProps) {
  const { frame, input } = useField(props);
  const language = useLanguage();
  const known = useMemo(() => countries(language), [language]);
  const filter = useMemo(() => filterOf(new Map(known.map((country) => [country.code, country.search]))), [known]);
  return frame(
    <Select
      {...input}
      clearable
      data={known.map(({ code, name }) => ({ value: code, label: name }))}
      value={props.value || null}
      filter={filter}
      renderOption={drawOption}
      onChange={(code) => {
        props.set(code ?? '');
        props.onChosen?.(code ?? '', code ? countryName(code, 'en') : '');
      }}
    />,
  );
}
