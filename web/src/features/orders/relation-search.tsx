import { type Answer, api, type Relation, type RelationSelector, relationDisplayName } from '@longshore/contract';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { call, remember, useRead } from '../../lib/api.ts';
import { showFailure } from '../../lib/failure.ts';
import { FRAGMENT_MIN, SEARCH_WAIT_MS } from '../../lib/search-terms.ts';
import { useText } from '../../lib/text/text.ts';
import { type FieldProps, useField } from '../../ui/form/fields.tsx';
import { isPlainEnter } from '../../ui/form/form-keys.ts';
import css from './orders.module.css';

interface RelationSearchProps extends FieldProps<number> {
  type: 'customer' | 'vendor';
  /** The client whose relations are offered. */
  clientId: number | undefined;
  /** The name of the chosen relation. */
  name: string;
  onPick: (relation: Relation) => void;
}

type Selector = Omit<RelationSelector, 'search'>;
type RelationOption = Answer<typeof api.relations.selector>[number];

/** What is offered for a typed text once it has not changed for a while; `nothingFor` is a text that finds nothing. */
function useOptions(selector: Selector, text: string) {
  const [searched] = useDebouncedValue(text, SEARCH_WAIT_MS);
  const enabled = searched.length >= FRAGMENT_MIN && searched === text;
  const { data, isSuccess } = useRead(api.relations.selector, { body: { ...selector, search: searched } }, { enabled });
  const options = enabled ? (data ?? []) : [];
  return { options, nothingFor: enabled && isSuccess && options.length === 0 ? searched : '' };
}

/** The relation with exactly this name or account, else the only one found. */
async function findRelation(selector: Selector, text: string): Promise<Relation | undefined> {
  const answer = await call(api.relations.selector, { body: { ...selector, search: text } }).catch((error) => {
    showFailure(error);
    return [];
  });
  const words = text.toLowerCase();
  const exact = answer.find(({ relation }) =>
    [relation.name, relation.account].some((name) => name.toLowerCase() === words),
  );
  return (exact ?? (answer.length === 1 ? answer[0] : undefined))?.relation;
}

/** Finds an active relation by three characters; Enter chooses the first one found. */
export function RelationSearch(props: RelationSearchProps) {
  const { type, clientId, name, onPick } = props;
  const selector = { type, ...(clientId ? { cid: clientId } : {}) };
  const t = useText();
  const { frame, input } = useField(props);
  /** Undefined while the chosen relation is shown. */
  const [search, setSearch] = useState<string>();
  const text = search?.trim() ?? '';
  const { options, nothingFor } = useOptions(selector, text);
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() });
  const first = options[0]?.id;
  const { selectFirstOption } = box;
  useEffect(() => {
    if (first !== undefined) selectFirstOption();
  }, [first, selectFirstOption]);

  const pick = (relation: Relation) => {
    remember(api.relations.get, { params: { id: relation.id } }, relation);
    setSearch(undefined);
    box.closeDropdown();
    onPick(relation);
  };
  // Enter does not wait for the list.
  const lookUp = async () => {
    const relation = await findRelation(selector, text);
    if (relation) pick(relation);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isPlainEnter(event)) return;
    if (search === undefined) return;
    event.preventDefault();
    // The form would move on to the next field.
    event.stopPropagation();
    if (box.getSelectedOptionIndex() < 0 && text.length >= FRAGMENT_MIN) void lookUp();
  };
  return frame(
    <Combobox
      store={box}
      onOptionSubmit={(id) => {
        const option = options.find((known) => String(known.id) === id);
        if (option) pick(option.relation);
      }}
    >
      <Combobox.Target>
        <TextInput
          {...input}
          autoComplete="off"
          data-autofocus
          placeholder={t('orders.form.relationSearch')}
          leftSection={<IconSearch size={16} stroke={1.7} />}
          description={undefined}
          error={
            input.error ?? (nothingFor ? t(`orders.form.relationNone.${type}`, { search: nothingFor }) : undefined)
          }
          maxLength={100}
          value={search ?? name}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            box.openDropdown();
          }}
          onFocus={(event) => {
            event.currentTarget.select();
            if (search !== undefined) box.openDropdown();
          }}
          onBlur={() => {
            box.closeDropdown();
            if (name) setSearch(undefined);
          }}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <RelationOptions label={t('common.matches')} options={options} />
    </Combobox>,
  );
}

function RelationOptions({ label, options }: { label: string; options: readonly RelationOption[] }) {
  return (
    <Combobox.Dropdown hidden={options.length === 0}>
      <Combobox.Options aria-label={label}>
        {options.map(({ id, relation, description }) => (
          <Combobox.Option key={id} value={String(id)}>
            <span className={css.option}>
              {relationDisplayName(relation.name)}
              <span className={css.second}>{description}</span>
            </span>
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}
