import { api } from '@longshore/contract';
import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useRead } from '../../../lib/api.ts';
import { useText } from '../../../lib/text/text.ts';
import { type FieldProps, useField } from '../../../ui/form/fields.tsx';
import css from './accrual.module.css';

const SEARCH_DEBOUNCE_MS = 150;

/** Some clients, searched on the server; none means all of them. */
export function ClientsField(props: FieldProps<number[]>) {
  const t = useText();
  const { frame, input } = useField(props);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string }[]>([]);
  const [debouncedSearch] = useDebouncedValue(search, SEARCH_DEBOUNCE_MS);
  const { data: found = [] } = useRead(
    api.clients.selector,
    { body: { search: debouncedSearch } },
    { keepPrevious: true },
  );
  const options = found.map(({ id, company }) => ({ value: String(id), label: company }));
  const data = [...chosen.filter(({ value }) => !options.some((option) => option.value === value)), ...options];
  return frame(
    <MultiSelect
      {...input}
      classNames={{ inputField: css.typed ?? '' }}
      searchable
      selectFirstOptionOnChange
      placeholder={props.value.length ? '' : t('billing.accrual.everyClient')}
      nothingFoundMessage={t('shell.noClients')}
      data={data}
      value={props.value.map(String)}
      onSearchChange={setSearch}
      onChange={(values) => {
        setChosen(data.filter(({ value }) => values.includes(value)));
        props.set(values.map(Number));
      }}
    />,
  );
}
