import { api } from '@longshore/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { useText } from '../../lib/text/text.ts';
import { type FieldProps, useField } from '../../ui/form/fields.tsx';
import { Select } from '../../ui/select.tsx';

const SEARCH_DEBOUNCE_MS = 150;

interface ClientFieldProps extends FieldProps<number | null> {
  /** Name of the current client, when it may not be changed. */
  company: string | undefined;
}

/** Selects a client by searching on the server: there may be more than a dropdown can list. */
export function ClientField(props: ClientFieldProps) {
  const t = useText();
  const { frame, input } = useField(props);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState(props.company ?? '');
  const typed = search === chosen ? '' : search;
  const [debouncedSearch] = useDebouncedValue(typed, SEARCH_DEBOUNCE_MS);
  const { data: found = [], isFetching } = useRead(
    api.clients.selector,
    { body: { search: debouncedSearch } },
    { enabled: !props.disabled, keepPrevious: true },
  );
  const value = props.value ? String(props.value) : null;
  const options = found.map(({ id, company }) => ({ value: String(id), label: company }));
  const data =
    value && !options.some((option) => option.value === value) ? [{ value, label: chosen }, ...options] : options;
  return frame(
    <Select
      {...input}
      withAsterisk
      isSearching={isFetching || debouncedSearch !== typed}
      placeholder={t('users.chooseClient')}
      nothingFoundMessage={t('shell.noClients')}
      data={data}
      filter={({ options: all }) => all}
      value={value}
      onSearchChange={setSearch}
      onChange={(id, option) => {
        props.set(id ? Number(id) : 0);
        setChosen(option?.label ?? '');
      }}
    />,
  );
}
