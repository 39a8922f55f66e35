import type { WavePlanInput } from '@longshore/contract';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { dayOf } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { translateMessage, useText } from '../../../lib/text/text.ts';
import { sameQuery } from '../../../ui/list/list-rules.ts';
import { useSavedFilters } from '../../../ui/list/saved-filters.ts';
import { Select } from '../../../ui/select.tsx';
import { DEFAULT_RULE, queryOfRule, ruleOfQuery } from './saved-rule.ts';
import css from './waves.module.css';

interface SavedRulesProps {
  input: WavePlanInput;
  change: (input: WavePlanInput) => void;
}

/** In place of a rule's id: the rule that planning begins with. */
const FIRST = 'first';

/** Rules that a person has saved under names: one is used again, or the current one is saved. */
export function SavedRules({ input, change }: SavedRulesProps) {
  const t = useText();
  const { preferences } = useSession();
  const today = dayOf(new Date(), preferences.timezone);
  const query = queryOfRule(input, today);
  const saved = useSavedFilters('Wave', query);
  const [isNaming, setNaming] = useState(false);
  if (!saved) return null;
  const { filters, current, save, remove } = saved;
  const value = current ? String(current.id) : sameQuery(queryOfRule(DEFAULT_RULE, today), query) ? FIRST : null;
  const use = (id: string | null) => {
    const chosen = filters.find((each) => String(each.id) === id);
    change({ ...input, ...(chosen ? ruleOfQuery(chosen.param, today) : DEFAULT_RULE), shipments: null });
    setNaming(false);
  };
  return (
    <div className={css.savedRules}>
      <Select
        label={t('waves.savedRules')}
        placeholder={t('waves.unsavedRule')}
        data={[
          { value: FIRST, label: t('waves.firstRule') },
          ...filters.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={value}
        onChange={use}
      />
      {current && (
        <Button variant="subtle" color="red" size="compact-sm" onClick={remove}>
          {t('waves.deleteRule', { name: current.name })}
        </Button>
      )}
      {value === null && !isNaming && (
        <Button variant="default" size="sm" onClick={() => setNaming(true)}>
          {t('waves.saveRule')}
        </Button>
      )}
      {value === null && isNaming && (
        <NameRule onSave={(name) => save(name, query)} onCancel={() => setNaming(false)} />
      )}
    </div>
  );
}

function NameRule({ onSave, onCancel }: { onSave: (name: string) => void; onCancel: () => void }) {
  const t = useText();
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <form
      className={css.naming}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) onSave(name.trim());
        else setMissing(true);
      }}
    >
      <TextInput
        label={t('waves.ruleName')}
        description={t('waves.ruleNameHint')}
        autoFocus
        value={name}
        maxLength={80}
        error={isMissing && !name.trim() ? translateMessage(t, 'FilterNameIsRequired') : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit">{t('lists.saveFilter')}</Button>
    </form>
  );
}
