import type { Condition, ConditionKind, ListSpec, Operator } from '@longshore/contract';
import type { PlainKey, Translate } from '../../lib/text/text.ts';
import type { Column, ListFilter } from './list-types.ts';

/** Labels of the fields for conditions; `addresses.city` is a field of a related record. */
export type ConditionLabels = Record<string, PlainKey>;

export interface ConditionField {
  id: string;
  relation: string;
  field: string;
  kind: ConditionKind;
  label: PlainKey;
}

const OPERATORS_OF: Record<ConditionKind, readonly Operator[]> = {
  text: ['contain', '='],
  number: ['=', '>', '<', '>=', '<='],
  date: ['=', '>', '<', '>=', '<='],
  day: ['=', '>', '<', '>=', '<='],
  flag: ['='],
};
export const isDated = (kind: ConditionKind | undefined) => kind === 'date' || kind === 'day';
export const operatorsOf = (kind: ConditionKind) => OPERATORS_OF[kind];

const idOf = (relation: string, field: string) => (relation ? `${relation}.${field}` : field);
export const fieldIdOf = ({ relation, field }: Pick<Condition, 'relation' | 'field'>) => idOf(relation, field);

/** The contract's condition fields that the screen has a label for: its own labels first, then column headers. */
export function conditionFields<Row>(
  spec: ListSpec,
  columns: Column<Row>[],
  labels: ConditionLabels = {},
): ConditionField[] {
  const headers = new Map<string, PlainKey>(columns.map(({ field, header }) => [field, header]));
  return Object.entries(spec.conditions).flatMap(([relation, fields]) =>
    Object.entries(fields).flatMap(([field, kind]) => {
      const id = idOf(relation, field);
      const label = labels[id] ?? headers.get(id);
      return label ? [{ id, relation, field, kind, label }] : [];
    }),
  );
}

/** A condition to be filled in, on the field that the list names, else on its first. */
export function newCondition(fields: ConditionField[], fieldId?: string): Condition {
  const first = fields.find(({ id }) => id === fieldId) ?? fields[0];
  return {
    relation: first?.relation ?? '',
    field: first?.field ?? '',
    operator: '=',
    value: first?.kind === 'flag' ? '1' : '',
    join: 'AND',
  };
}

type DateOperator = '>' | '<' | '>=' | '<=';
const isDateOperator = (operator: string): operator is DateOperator => ['>', '<', '>=', '<='].includes(operator);

/** `City includes Port`, in three parts, for the chip above the table. */
export function describeCondition(
  condition: Condition,
  fields: ConditionField[],
  t: Translate,
  date: (value: string) => string,
) {
  const field = fields.find(({ id }) => id === fieldIdOf(condition));
  const { operator, value } = condition;
  const words =
    isDated(field?.kind) && isDateOperator(operator)
      ? t(`lists.datesChips.${operator}`)
      : isOperator(operator)
        ? t(`lists.chips.${operator}`)
        : operator;
  const flag = field?.kind === 'flag' ? t(value === '1' ? 'lists.yes' : 'lists.no') : undefined;
  return {
    name: `${field ? t(field.label) : fieldIdOf(condition)} ${words}`,
    value: flag ?? (isDated(field?.kind) ? date(value) : value),
  };
}

const isOperator = (text: string): text is Operator => ['=', '>', '<', '>=', '<=', 'contain'].includes(text);

export const describeFilter = (filter: ListFilter, values: readonly string[], t: Translate) => ({
  name: t(filter.label),
  value: values.map((value) => describeOption(filter, value, t)).join(t('lists.valuesJoin')),
});

export function describeOption(filter: ListFilter, value: string, t: Translate): string {
  const key = filter.options[value];
  return key ? t(key) : (filter.named?.[value] ?? value);
}
