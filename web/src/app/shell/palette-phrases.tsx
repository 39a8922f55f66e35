import { api, type ListQuery, type PhraseOffer, type PhrasePart } from '@longshore/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { segmentOf } from '../../ui/list/list-rules.ts';
import { requestSwitch } from '../../ui/switch-client.tsx';
import { isWords } from './palette-rules.ts';
import type { Choice } from './palette-types.ts';

const DEBOUNCE_MS = 120;

/** The query of the list that the parts make together. */
function queryOf(parts: readonly PhrasePart[]): ListQuery {
  const filters = parts.flatMap(({ filter }) => (filter ? [[filter.name, filter.values] as const] : []));
  const conditions = parts.flatMap(({ condition }) => (condition ? [{ ...condition, join: 'AND' as const }] : []));
  const search = parts.find((part) => part.search)?.search;
  return {
    on_page: 1,
    ...(search ? { search } : {}),
    ...(filters.length ? { filter_by: Object.fromEntries(filters) } : {}),
    ...(conditions.length ? { query: conditions } : {}),
  };
}

const hrefOf = ({ path, after }: PhraseOffer, parts: readonly PhrasePart[]) =>
  `${path}/${encodeURIComponent(segmentOf(queryOf(parts)))}${after}`;

const keyOf = ({ name, value }: PhrasePart) => `${name} ${value}`;
const isFixed = ({ filter, condition, search }: PhrasePart) => !filter && !condition && !search;

/** Which parts were taken out of which offer, until something else is typed. */
interface Removed {
  search: string;
  parts: readonly string[];
}

/** Lists with the filters that the text means, to be opened or changed; an offer that only guesses is apart. */
export function usePhrases(search: string) {
  const t = useText();
  const format = useFormat();
  const [removed, setRemoved] = useState<Removed>({ search, parts: [] });
  const asked = isWords(search) ? search : '';
  const [debounced] = useDebouncedValue(asked, DEBOUNCE_MS);
  const found = useRead(
    api.records.phrases,
    { body: { search: debounced } },
    { enabled: debounced !== '', keepPrevious: true },
  );
  const out = removed.search === search ? removed.parts : [];

  const choiceOf = (offer: PhraseOffer, place: number): Choice => {
    const key = `phrase ${place} ${offer.list}`;
    const parts = offer.parts.filter((part) => !out.includes(`${key} ${keyOf(part)}`));
    const href = hrefOf(offer, parts);
    const { switch_to: client } = offer;
    return {
      key: key.replaceAll(' ', '-'),
      title: offer.title,
      description: client ? t('shell.switchesTo', { client: client.company }) : '',
      icon: <IconFilter size={17} stroke={1.7} />,
      chips: parts.map((part) => ({
        key: keyOf(part),
        name: part.name,
        value: part.is_day ? format.date(part.value) : part.value,
        remove: isFixed(part) ? undefined : () => setRemoved({ search, parts: [...out, `${key} ${keyOf(part)}`] }),
      })),
      effect: client ? { run: () => requestSwitch(client, { href }) } : { href },
    };
  };
  const offers = asked && debounced ? (found.data ?? []) : [];
  const choices = offers.map((offer, place) => ({ offer, choice: choiceOf(offer, place) }));
  return {
    understood: choices.filter(({ offer }) => offer.is_complete).map(({ choice }) => choice),
    guessed: choices.filter(({ offer }) => !offer.is_complete).map(({ choice }) => choice),
    isSearching: asked !== '' && !found.isError && (found.isFetching || debounced !== asked),
  };
}
