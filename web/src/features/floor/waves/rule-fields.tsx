import { dayAfter, WAVE_LINES, type WavePlan, type WavePlanInput } from '@longshore/contract';
import { Button, Checkbox, NumberInput, SegmentedControl } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { dayOf } from '../../../lib/format.ts';
import { useMeasure } from '../../../lib/measure.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { Select } from '../../../ui/select.tsx';
import { SavedRules } from './saved-rules.tsx';
import css from './waves.module.css';

interface RuleProps {
  plan: WavePlan;
  input: WavePlanInput;
  change: (input: WavePlanInput) => void;
}

interface Choice {
  id: number;
  name: string;
  count: number;
}

interface ChoicesProps {
  label: string;
  choices: readonly Choice[];
  /** None is all of them. */
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
}

function Choices({ label, choices, chosen, onChange }: ChoicesProps) {
  const all = choices.map(({ id }) => id);
  const current = chosen.length ? chosen : all;
  const toggle = (id: number) => {
    const next = current.includes(id) ? current.filter((each) => each !== id) : [...current, id];
    onChange(next.length === all.length ? [] : next);
  };
  return (
    <fieldset className={css.choices}>
      <legend>{label}</legend>
      {choices.map(({ id, name, count }) => (
        <div key={id}>
          <Checkbox
            size="xs"
            label={name}
            checked={current.includes(id)}
            // None would be all of them.
            disabled={current.length === 1 && current.includes(id)}
            onChange={() => toggle(id)}
          />
          <span className={css.count}>{count}</span>
        </div>
      ))}
    </fieldset>
  );
}

/** Which shipments are offered, and what the cart carries. Every change proposes again. */
export function RuleFields({ plan, input, change }: RuleProps) {
  const t = useText();
  const { weight } = useMeasure();
  const { preferences } = useSession();
  const today = dayOf(new Date(), preferences.timezone);
  const rule = (part: Partial<WavePlanInput['rule']>) =>
    change({ ...input, rule: { ...input.rule, ...part }, shipments: null });
  return (
    <section className={css.rules} aria-label={t('waves.rules')}>
      <SavedRules input={input} change={change} />
      <Choices
        label={t('waves.courier')}
        choices={plan.couriers}
        chosen={input.rule.couriers}
        onChange={(couriers) => rule({ couriers })}
      />
      <Select
        label={t('waves.leavesBy')}
        data={[
          { value: '', label: t('waves.anyDay') },
          { value: today, label: t('waves.today') },
          { value: dayAfter(today), label: t('waves.tomorrow') },
        ]}
        value={input.rule.leaves_by}
        onChange={(leaves_by) => rule({ leaves_by: leaves_by ?? '' })}
      />
      <div>
        <span className={css.fieldLabel}>{t('waves.lines')}</span>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('waves.lines')}
          value={input.rule.lines}
          onChange={(lines) => rule({ lines: lines as WavePlanInput['rule']['lines'] })}
          data={WAVE_LINES.map((value) => ({ value, label: t(`waves.lineKinds.${value}`) }))}
        />
        {plan.same_item && <p className={css.note}>{t('waves.sameItem', { sku: plan.same_item })}</p>}
      </div>
      <Choices
        label={t('waves.clients')}
        choices={plan.clients}
        chosen={input.rule.clients}
        onChange={(clients) => rule({ clients })}
      />
      <Select
        label={t('waves.cart')}
        placeholder={t('waves.chooseCart')}
        data={plan.carts.map(({ id, cart }) => ({ value: String(id), label: cart }))}
        value={input.cart_id === null ? null : String(input.cart_id)}
        onChange={(id) => change({ ...input, cart_id: id === null ? null : Number(id) })}
      />
      <div className={css.most}>
        <NumberInput
          label={t('waves.atMost')}
          min={1}
          max={60}
          suffix={` ${t('waves.orders')}`}
          value={input.orders}
          onChange={(orders) => change({ ...input, orders: Number(orders) || 1, shipments: null })}
        />
        <NumberInput
          aria-label={`${t('waves.atMost')}, ${weight}`}
          min={0}
          suffix={` ${weight}`}
          placeholder={t('waves.noLimit')}
          value={input.max_weight || ''}
          onChange={(most) => change({ ...input, max_weight: Number(most) || 0, shipments: null })}
        />
      </div>
      <Button
        variant="default"
        leftSection={<IconWand size={16} stroke={1.7} />}
        disabled={input.shipments === null}
        onClick={() => change({ ...input, shipments: null })}
      >
        {t('waves.propose')}
      </Button>
    </section>
  );
}
