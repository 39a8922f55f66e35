import type { ListSpec, Operator, PhraseList, PhrasePart, Restriction, ServerText } from '@longshore/contract';

type ConditionOf = Extract<Restriction, { operator: string }>;

const kindOf = (spec: ListSpec, { field }: ConditionOf) => spec.conditions[field.relation]?.[field.field];

type DatedOperator = '>' | '<' | '>=' | '<=';
const isDatedOperator = (operator: Operator): operator is DatedOperator => operator !== '=' && operator !== 'contain';

/** A condition as the chip above the list says it. */
function conditionPart(restriction: ConditionOf, { spec }: PhraseList, t: ServerText): PhrasePart {
  const { field, operator, value } = restriction;
  const kind = kindOf(spec, restriction);
  const isDay = kind === 'date' || kind === 'day';
  const words = isDay && isDatedOperator(operator) ? t(`lists.datesChips.${operator}`) : t(`lists.chips.${operator}`);
  return {
    name: `${t(field.label)} ${words}`,
    value: kind === 'flag' ? t(value === '1' ? 'lists.yes' : 'lists.no') : value,
    is_day: isDay,
    condition: { relation: field.relation, field: field.field, operator, value },
  };
}

/** A restriction with its words in the reader's language. */
export function partOf(restriction: Restriction, list: PhraseList, t: ServerText): PhrasePart {
  if ('search' in restriction)
    return { name: t('lists.search'), value: restriction.search, is_day: false, search: restriction.search };
  if ('client' in restriction) return { name: t('shell.kinds.client'), value: restriction.client.name, is_day: false };
  if ('operator' in restriction) return conditionPart(restriction, list, t);
  const { filter, values, named } = restriction;
  const declared = list.filters.find(({ name }) => name === filter);
  const use = Object.values(list.names).find((each) => typeof each === 'object' && 'filter' in each);
  const label = declared?.label ?? (typeof use === 'object' && 'filter' in use ? use.label : 'lists.filter');
  const words = values.map((value) => {
    const key = declared?.values[value];
    return key ? t(key) : value;
  });
  return {
    name: t(label),
    value: named ?? words.join(t('lists.valuesJoin')),
    is_day: false,
    filter: { name: filter, values: [...values] },
  };
}
