import { api, type WavePlan, type WavePlanInput } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { refresh, useRead, useWrite } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/failure.ts';
import { useText } from '../../../lib/text/text.ts';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { listAddress } from '../../../ui/list/list-address.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { useGo } from '../../../ui/route-link.tsx';
import { Select } from '../../../ui/select.tsx';
import { Candidates } from './candidates.tsx';
import { Proposal } from './proposal.tsx';
import { RuleFields } from './rule-fields.tsx';
import { DEFAULT_RULE } from './saved-rule.ts';
import { wavePath, wavesPath } from './wave-paths.ts';
import css from './waves.module.css';

const START: WavePlanInput = {
  ...DEFAULT_RULE,
  cart_id: null,
  shipments: null,
};

/** Until a cart is chosen, the plan is made for the first free one. */
const withCart = (input: WavePlanInput, carts: WavePlan['carts']): WavePlanInput =>
  input.cart_id === null ? { ...input, cart_id: carts.find(({ wave_id }) => wave_id === null)?.id ?? null } : input;

export function PlanWave() {
  const [input, setInput] = useState(START);
  const first = useRead(api.waves.plan, { body: START }, { keepPrevious: true });
  return (
    <Loaded read={first} backTo={listAddress(wavesPath)}>
      {({ carts }) => <Plan input={withCart(input, carts)} change={setInput} />}
    </Loaded>
  );
}

interface PlanProps {
  input: WavePlanInput;
  change: (input: WavePlanInput) => void;
}

function Plan({ input, change }: PlanProps) {
  const t = useText();
  const read = useRead(api.waves.plan, { body: input }, { keepPrevious: true });
  const plan = read.data;
  return (
    <Loaded read={read} backTo={listAddress(wavesPath)}>
      {(found) => (
        <div className={css.page}>
          <div className={css.head}>
            <PageHead
              title={t('waves.plan')}
              crumbs={[
                { label: t('shell.operation') },
                { label: t('waves.many'), href: listAddress(wavesPath) },
                { label: t('waves.plan') },
              ]}
              actions={<StartWave plan={found} input={input} isOld={read.isPlaceholderData} />}
            />
          </div>
          <RuleFields plan={found} input={input} change={change} />
          <Candidates plan={plan ?? found} input={input} change={change} />
          <Proposal plan={found} isOld={read.isPlaceholderData} />
        </div>
      )}
    </Loaded>
  );
}

/** Starts the wave, or says why it cannot be started. */
function StartWave({ plan, input, isOld }: { plan: WavePlan; input: WavePlanInput; isOld: boolean }) {
  const t = useText();
  const go = useGo();
  const [assignee, setAssignee] = useState<string | null>(null);
  const start = useWrite(api.waves.create, {
    onSuccess: ({ id }) => {
      void refresh(api.waves.plan);
      showSuccess(t('waves.startedNow', { id }));
      go(wavePath(id));
    },
    onFailure: () => {
      void refresh(api.waves.plan);
      return undefined;
    },
  });
  const shipments = plan.candidates.flatMap(({ chosen, shipment_id }) => (chosen === null ? [] : [shipment_id]));
  return (
    <>
      <Select
        aria-label={t('waves.picker')}
        placeholder={t('waves.nobody')}
        data={plan.people.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={assignee}
        onChange={setAssignee}
        clearable
      />
      <Button
        leftSection={<IconPlayerPlay size={16} stroke={1.7} />}
        disabled={isOld || plan.problems.length > 0}
        loading={start.isPending}
        onClick={() =>
          start.mutate({
            body: { cart_id: input.cart_id ?? 0, shipments, assignee_id: assignee === null ? null : Number(assignee) },
          })
        }
      >
        {t('waves.start')}
      </Button>
    </>
  );
}
