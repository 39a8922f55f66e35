import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { FRAGMENT_MIN, SEARCH_WAIT_MS } from '../../../lib/search-terms.ts';
import { useText } from '../../../lib/text/text.ts';
import type { Choice } from '../../../ui/form/fields.tsx';
import { TAKES_SCANS } from '../../../ui/scan/text-fields.ts';
import { Select, type SelectProps } from '../../../ui/select.tsx';

const TEXT_MAX = 64;

/**
 * What the server is asked for while a field is typed into: a fragment once typing pauses, and at once whatever was
 * entered, by Enter or a scan. Plates, lots and serials may be shorter than a fragment.
 */
export function useSearchTerm(typed: string) {
  const [entered, enter] = useState(typed.trim());
  const term = typed.trim();
  const isShort = term !== '' && term.length < FRAGMENT_MIN && term !== entered;
  const wanted = isShort ? '' : term;
  const [paused] = useDebouncedValue(wanted, SEARCH_WAIT_MS);
  const text = wanted === entered ? wanted : paused;
  return { text, isShort, isTyping: text !== wanted, enter: (given: string) => enter(given.trim()) };
}

/** The same for a select, with what is typed into it. */
export function useSearchText() {
  const [typed, setTyped] = useState('');
  return { ...useSearchTerm(typed), typed: typed.trim(), setTyped };
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
  const t = useText();
  const { text, typed, isShort } = search;
  // Enter on a short text asks for it before it chooses.
  const isSearching = isShort || search.isTyping || isFetching;
  const isListed = [...fixed, ...found].some(({ value }) => value === chosen?.value);
  const current = chosen && chosen.value === select.value && !isListed ? [chosen] : [];
  const data = text ? [...found, ...current] : [...fixed, ...current, ...found];
  const offered = isShort ? data.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase())) : data;
  const isMissing = text !== '' && !isSearching && found.length === 0;
  return (
    <Select
      data-mono
      {...TAKES_SCANS}
      {...select}
      error={isMissing ? nothing : select.error}
      nothingFoundMessage={isShort ? t('common.typeMore') : nothing}
      maxLength={TEXT_MAX}
      data={offered}
      filter={({ options }) => options}
      isSearching={isSearching}
      onTyped={search.enter}
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
