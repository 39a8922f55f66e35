import type { ListQuery, ListSpec } from '@longshore/contract';
import { withDefaults } from '@longshore/contract';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconFilter, IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { TAKES_SCANS } from '../scan/text-fields.ts';
import { Select } from '../select.tsx';
import { type ConditionField, describeCondition, describeFilter } from './conditions.ts';
import css from './list.module.css';
import { narrows, sameQuery, searchFor } from './list-rules.ts';
import type { ListFilter } from './list-types.ts';
import type { useSavedFilters } from './saved-filters.ts';

/** The list as it is without a saved filter. */
const DEFAULT = 'default';

interface ToolbarProps {
  spec: ListSpec;
  query: ListQuery;
  /** `filter` is the id of a saved filter, for lists that have it in their address. */
  go: (next: ListQuery, filter?: number) => void;
  filters: ListFilter[];
  fields: ConditionField[];
  saved: ReturnType<typeof useSavedFilters>;
  building: boolean;
  onBuild: () => void;
  onHoverBuild: () => void;
  searchBox: RefObject<HTMLInputElement | null>;
  /** Arrow down moves the focus from the search box to the rows. */
  onDown: (search: string) => void;
  placeholder?: string | undefined;
  viewSwitch?: ReactNode;
  /** For phones, where there are no column headers to sort by. */
  sorter?: ReactNode;
}

export function ListToolbar(props: ToolbarProps) {
  const { spec, query, go, filters, fields, saved, building } = props;
  const t = useText();
  const format = useFormat();
  const given = withDefaults(spec, query);
  const chips = [
    ...filters
      .filter(({ name }) => narrows(spec, name, given.filter_by[name] ?? []))
      .map((filter) => ({
        key: filter.name,
        ...describeFilter(filter, given.filter_by[filter.name] ?? [], t),
        without: without(query, filter.name, [...(spec.filters[filter.name] ?? [])]),
      })),
    ...given.query.map((condition, at) => ({
      key: `condition ${at} ${condition.field} ${condition.value}`,
      ...describeCondition(condition, fields, t, format.date),
      without: { ...query, on_page: 1, query: given.query.filter((other) => other !== condition) },
    })),
  ];
  return (
    <div className={css.toolbar}>
      <SearchBox {...props} />
      {saved && (
        <Select
          variant="toolbar"
          className={css.savedSelect}
          aria-label={t('lists.savedFilters')}
          placeholder={t('lists.savedFilters')}
          data={[
            { value: DEFAULT, label: t('lists.defaultFilter') },
            ...saved.filters.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={saved.current ? String(saved.current.id) : sameQuery({}, query) ? DEFAULT : null}
          onChange={(id) => {
            const chosen = saved.filters.find((filter) => String(filter.id) === id);
            if (chosen) go({ ...chosen.param, on_page: 1 }, chosen.id);
            else go({ on_page: 1, per_page: query.per_page });
          }}
          comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        />
      )}
      {props.sorter}
      {(filters.length > 0 || fields.length > 0) && (
        <Button
          variant={building ? 'light' : 'default'}
          size="sm"
          leftSection={<IconFilter size={16} stroke={1.7} />}
          aria-expanded={building}
          onClick={props.onBuild}
          onMouseEnter={props.onHoverBuild}
          onFocus={props.onHoverBuild}
        >
          {t('lists.filter')}
          {chips.length > 0 && <span style={{ marginLeft: 6, fontWeight: 400 }}>{chips.length}</span>}
        </Button>
      )}
      {filters
        .filter(({ name, offer }) => offer && !narrows(spec, name, given.filter_by[name] ?? []))
        .map((filter) => (
          <OfferChip key={filter.name} filter={filter} query={query} go={go} />
        ))}
      {chips.map((chip) => (
        <FilterChip key={chip.key} name={chip.name} value={chip.value} onRemove={() => go(chip.without)} />
      ))}
      {props.viewSwitch && <div className={css.viewSwitch}>{props.viewSwitch}</div>}
    </div>
  );
}

/** A filter or condition that is applied, with a button to remove it. */
function FilterChip({ name, value, onRemove }: { name: string; value: string; onRemove: () => void }) {
  const t = useText();
  return (
    <span className={css.chip}>
      <span className={css.chipName}>{name}</span>
      <span className={css.chipValue} title={value}>
        {value}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={t('lists.removeFilter', { name: `${name} ${value}` })}
        onClick={onRemove}
      >
        <IconX size={14} stroke={1.7} />
      </ActionIcon>
    </span>
  );
}

interface OfferProps {
  filter: ListFilter;
  query: ListQuery;
  go: (next: ListQuery) => void;
}

/** Says that the list shows the records of all, and offers those of one. */
function OfferChip({ filter: { name, offer }, query, go }: OfferProps) {
  const t = useText();
  if (!offer) return null;
  const only = { ...query, on_page: 1, filter_by: { ...query.filter_by, [name]: [offer.value] } };
  return (
    <span className={css.chip} data-offer>
      <span className={css.chipName}>{t(offer.all)}</span>
      <Button
        variant="subtle"
        size="compact-sm"
        className={css.chipOffer ?? ''}
        title={offer.label}
        onClick={() => go(only)}
      >
        <span className={css.chipOfferText}>{offer.label}</span>
      </Button>
    </span>
  );
}

const without = (query: ListQuery, filter: string, all: string[]): ListQuery => ({
  ...query,
  on_page: 1,
  filter_by: { ...query.filter_by, [filter]: all },
});

function SearchBox({ spec, query, go, searchBox, onDown, placeholder }: ToolbarProps) {
  const t = useText();
  // The typed text is kept until a different search is shown: by Enter, by Back, by a saved filter.
  const shown = query.search ?? '';
  const [typed, setTyped] = useState({ over: shown, text: shown });
  const search = typed.over === shown ? typed.text : shown;
  const setSearch = (text: string) => setTyped({ over: shown, text });
  const run = (value: string) => {
    const text = value.trim();
    setTyped({ over: text, text });
    go(searchFor(spec, query, text));
  };
  return (
    <TextInput
      ref={searchBox}
      variant="toolbar"
      className={css.search}
      type="search"
      {...TAKES_SCANS}
      aria-label={t('lists.searchKey')}
      placeholder={placeholder ?? t('lists.search')}
      maxLength={200}
      leftSection={<IconSearch size={16} stroke={1.7} />}
      rightSection={
        search ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={t('lists.clearSearch')}
            onClick={() => {
              setSearch('');
              if (query.search) run('');
            }}
          >
            <IconX size={14} stroke={1.7} />
          </ActionIcon>
        ) : null
      }
      value={search}
      onChange={(event) => setSearch(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
          run(search);
          // The next scan writes over it, however slowly it comes.
          event.currentTarget.select();
        }
        if (event.key === 'Escape') event.currentTarget.blur();
        if (event.key === 'ArrowDown') {
          event.preventDefault();
          if (search.trim() !== shown) run(search);
          onDown(search.trim());
        }
      }}
    />
  );
}
