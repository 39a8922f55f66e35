import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { SEARCH_WAIT_MS } from '../../../lib/search-terms.ts';
import type { Choice } from '../../../ui/form/fields.tsx';
import { Select, type SelectProps } from '../../../ui/select.tsx';

const TEXT_MAX = 64;

/** What is typed into a select whose options the server finds. */
export function useSearchText() {
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), SEARCH_WAIT_MS);
  return { text, isTyping: text !== typed.trim(), setTyped };
}

interface FoundSelectProps
  extends Omit<SelectProps, 'data' | 'filter' | 'isSearching' | 'onSearchChange' | 'onChange'> {
  search: ReturnType<typeof useSearchText>;
  /** What the server found for the text. */
  found: readonly Choice[];
  isFetching: boolean;
  /** Offered first while nothing is typed. */
  fixed?: readonly Choice[];
  /** Says that nothing was found. */
  nothing: string;
  onChoose: (value: string) => void;
}

/** A select whose options are searched on the server, because there may be more than one answer lists. */
export function FoundSelect(props: FoundSelectProps) {
  const { search, found, isFetching, fixed = [], nothing, onChoose, ...select } = props;
  const [chosen, setChosen] = useState<Choice>();
  const { text } = search;
  const isSearching = search.isTyping || isFetching;
  const isListed = [...fixed, ...found].some(({ value }) => value === chosen?.value);
  const current = chosen && chosen.value === select.value && !isListed ? [chosen] : [];
  const data = text ? [...found, ...current] : [...fixed, ...current, ...found];
  const isMissing = text !== '' && !isSearching && found.length === 0;
  return (
    <Select
      {...select}
      error={isMissing ? nothing : select.error}
      nothingFoundMessage={nothing}
      maxLength={TEXT_MAX}
      data={data}
      filter={({ options }) => options}
      isSearching={isSearching}
      // The label of an option is shown there too, once it is chosen.
      onSearchChange={(typed) => search.setTyped(data.some(({ label }) => label === typed) ? '' : typed)}
      onChange={(value, option) => {
        if (value === null || option === null) return;
        setChosen({ value: option.value, label: option.label });
        onChoose(value);
      }}
    />
  );
}
