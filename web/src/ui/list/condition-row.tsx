import type { Condition } from '@longshore/contract';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useText } from '../../lib/text/text.ts';
import { DayInput } from '../form/day-field.tsx';
import { readNumber } from '../form/read-number.ts';
import { Select } from '../select.tsx';
import { type ConditionField, fieldIdOf, isDated, operatorsOf } from './conditions.ts';
import css from './list.module.css';

interface RowProps {
  condition: Condition;
  first: boolean;
  isChained: boolean;
  fields: ConditionField[];
  onChange: (next: Partial<Condition>) => void;
  onRemove: () => void;
}

/** One condition: AND/OR, field, operator and value. */
export function ConditionRow({ condition, first, isChained, fields, onChange, onRemove }: RowProps) {
  const t = useText();
  const field = fields.find(({ id }) => id === fieldIdOf(condition));
  const kind = field?.kind ?? 'text';
  const choose = (id: string | null) => {
    const next = fields.find((known) => known.id === id);
    if (!next) return;
    const operators: readonly string[] = operatorsOf(next.kind);
    const operator = operators.includes(condition.operator) ? condition.operator : (operators[0] ?? '=');
    const value = next.kind === kind ? condition.value : next.kind === 'flag' ? '1' : '';
    onChange({ relation: next.relation, field: next.field, operator, value });
  };
  return (
    <div className={css.condition}>
      {isChained ? (
        <Select
          variant="toolbar"
          aria-label={t('lists.join')}
          data={[
            { value: 'AND', label: t('lists.and') },
            { value: 'OR', label: t('lists.or') },
          ]}
          value={condition.join}
          onChange={(join) => onChange({ join: join === 'OR' ? 'OR' : 'AND' })}
        />
      ) : (
        <span className={css.where}>{t(first ? 'lists.where' : 'lists.and')}</span>
      )}
      <Select
        variant="toolbar"
        aria-label={t('lists.field')}
        data={fields.map(({ id, label }) => ({ value: id, label: t(label) }))}
        value={field?.id ?? null}
        onChange={choose}
      />
      <Select
        variant="toolbar"
        className={css.conditionOperator}
        aria-label={t('lists.operator')}
        data={operatorsOf(kind).map((operator) => ({ value: operator, label: t(`lists.operators.${operator}`) }))}
        value={condition.operator}
        onChange={(operator) => onChange({ operator: operator ?? '=' })}
      />
      <div className={css.conditionValue}>
        <ConditionValue kind={kind} value={condition.value} onChange={(value) => onChange({ value })} />
      </div>
      <ActionIcon className={css.conditionRemove} size="lg" aria-label={t('lists.removeCondition')} onClick={onRemove}>
        <IconX size={16} stroke={1.7} />
      </ActionIcon>
    </div>
  );
}

interface ValueProps {
  kind: ConditionField['kind'];
  value: string;
  onChange: (value: string) => void;
}

function ConditionValue({ kind, value, onChange }: ValueProps) {
  const t = useText();
  const label = t('lists.value');
  if (kind === 'flag')
    return (
      <Select
        variant="toolbar"
        aria-label={label}
        data={[
          { value: '1', label: t('lists.yes') },
          { value: '0', label: t('lists.no') },
        ]}
        value={value || '1'}
        onChange={(next) => onChange(next ?? '1')}
      />
    );
  if (kind === 'number')
    return (
      <TextInput
        variant="toolbar"
        inputMode="decimal"
        aria-label={label}
        value={value}
        error={Number.isNaN(readNumber(value))}
        onChange={(event) => onChange(event.currentTarget.value)}
        // Thousands separators are removed; invalid numbers are sent as typed and rejected by the server.
        onBlur={() => value && !Number.isNaN(readNumber(value)) && onChange(String(readNumber(value)))}
      />
    );
  if (isDated(kind)) return <DayInput variant="toolbar" aria-label={label} value={value} onDay={onChange} />;
  return (
    <TextInput
      variant="toolbar"
      aria-label={label}
      value={value}
      maxLength={255}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
