import type { Condition, ListQuery, ListSpec } from '@longshore/contract';
import { withDefaults } from '@longshore/contract';
import { Button, MultiSelect, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { translateMessage, useText } from '../../lib/text/text.ts';
import { Tag } from '../tag.tsx';
import { ConditionRow } from './condition-row.tsx';
import { type ConditionField, describeOption, newCondition } from './conditions.ts';
import css from './list.module.css';
import { filterBy } from './list-rules.ts';
import type { ListFilter } from './list-types.ts';
import type { SavedFilter } from './saved-filters.ts';

interface BuilderProps {
  spec: ListSpec;
  query: ListQuery;
  filters: ListFilter[];
  fields: ConditionField[];
  onRun: (next: ListQuery) => void;
  isBeta?: boolean;
  defaultCondition?: string | undefined;
  /** Undefined for lists without saved filters. */
  saving?:
    | { current: SavedFilter | undefined; save: (name: string, query: ListQuery) => void; remove: () => void }
    | undefined;
}

interface Draft {
  key: number;
  condition: Condition;
}

let drafted = 0;
const asDraft = (condition: Condition): Draft => {
  drafted += 1;
  return { key: drafted, condition };
};

/** Edits filters and conditions; conditions apply from left to right. Nothing is requested before Run. */
export default function FilterBuilder(props: BuilderProps) {
  const { spec, query, filters, fields, onRun, saving, isBeta, defaultCondition } = props;
  const t = useText();
  const given = withDefaults(spec, query);
  const [values, setValues] = useState<Record<string, string[]>>(() =>
    Object.fromEntries(filters.map(({ name }) => [name, [...(given.filter_by[name] ?? [])]])),
  );
  const [drafts, setDrafts] = useState(() => given.query.map(asDraft));

  const built = () => {
    const chosen = Object.entries(values).map(([filter, some]) => {
      const all = [...(spec.filters[filter] ?? [])];
      return [filter, some.length ? some : all];
    });
    const conditions = drafts.map(({ condition }) => condition).filter(({ value }) => value.trim() !== '');
    return filterBy(query, { ...query.filter_by, ...Object.fromEntries(chosen) }, conditions);
  };
  const change = (key: number, next: Partial<Condition>) =>
    setDrafts((now) =>
      now.map((draft) => (draft.key === key ? { key, condition: { ...draft.condition, ...next } } : draft)),
    );

  return (
    <form
      className={css.builder}
      aria-label={t('lists.filters')}
      onSubmit={(event) => {
        event.preventDefault();
        onRun(built());
      }}
    >
      {filters.map((filter) => (
        <FilterChoice
          key={filter.name}
          filter={filter}
          known={spec.filters[filter.name] ?? []}
          values={values[filter.name] ?? []}
          onChange={(some) => setValues((now) => ({ ...now, [filter.name]: some }))}
        />
      ))}
      {drafts.map((draft, at) => (
        <ConditionRow
          key={draft.key}
          condition={draft.condition}
          first={at === 0 && filters.length === 0}
          isChained={at > 0}
          fields={fields}
          onChange={(next) => change(draft.key, next)}
          onRemove={() => setDrafts((now) => now.filter(({ key }) => key !== draft.key))}
        />
      ))}
      <div className={css.builderFoot}>
        {fields.length > 0 ? (
          <AddCondition
            isBeta={isBeta}
            onAdd={() => setDrafts((now) => [...now, asDraft(newCondition(fields, defaultCondition))])}
          />
        ) : (
          <span />
        )}
        <SaveFilter
          saving={saving}
          onSave={(name) => {
            saving?.save(name, built());
            onRun(built());
          }}
        />
        <Button type="submit">{t('lists.runFilter')}</Button>
      </div>
    </form>
  );
}

function AddCondition({ isBeta, onAdd }: { isBeta: boolean | undefined; onAdd: () => void }) {
  const t = useText();
  return (
    <span className={css.addCondition}>
      <Button variant="subtle" leftSection={<IconPlus size={16} stroke={1.7} />} onClick={onAdd}>
        {t('lists.addCondition')}
      </Button>
      {isBeta && <Tag>{t('lists.beta')}</Tag>}
    </span>
  );
}

interface ChoiceProps {
  filter: ListFilter;
  /** The values that the contract lists, in its order. */
  known: readonly string[];
  values: string[];
  onChange: (values: string[]) => void;
}

function FilterChoice({ filter, known, values, onChange }: ChoiceProps) {
  const t = useText();
  const name = t(filter.label);
  const offered = known.length ? known : Object.keys(filter.named ?? filter.options);
  return (
    <div className={`${css.condition} ${css.filterRow}`}>
      <span className={css.where}>{t('lists.where')}</span>
      <span className={css.whereName}>{t('lists.isAnyOf', { name })}</span>
      <MultiSelect
        searchable
        selectFirstOptionOnChange
        variant="toolbar"
        aria-label={name}
        placeholder={values.length === offered.length ? '' : t('lists.addValue', { name })}
        data={offered.map((value) => ({ value, label: describeOption(filter, value, t) }))}
        value={values}
        onChange={onChange}
      />
    </div>
  );
}

function SaveFilter({ saving, onSave }: { saving: BuilderProps['saving']; onSave: (name: string) => void }) {
  const t = useText();
  const [name, setName] = useState(saving?.current?.name ?? '');
  const [missing, setMissing] = useState(false);
  if (!saving) return <span />;
  return (
    <>
      {saving.current ? (
        <Button variant="subtle" color="red" onClick={saving.remove}>
          {t('lists.deleteFilter', { name: saving.current.name })}
        </Button>
      ) : (
        <span />
      )}
      <TextInput
        variant="toolbar"
        aria-label={t('lists.filterName')}
        placeholder={t('lists.filterName')}
        value={name}
        maxLength={80}
        error={missing && !name.trim() ? translateMessage(t, 'FilterNameIsRequired') : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button variant="default" onClick={() => (name.trim() ? onSave(name.trim()) : setMissing(true))}>
        {t('lists.saveFilter')}
      </Button>
    </>
  );
}
