import { api, type FloorNow, type PRIORITY_MAX, type Task } from '@longshore/contract';
import { useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Select } from '../../ui/select.tsx';
import css from './floor.module.css';
import { mayDoAll } from './task-choice.ts';
import { refreshWork } from './work-cache.ts';

const PRIORITIES = ['1', '2', '3', '4', '5'] as const satisfies readonly `${number}`[] & {
  length: typeof PRIORITY_MAX;
};
const NONE = 'none';

interface PlanBarProps {
  tasks: readonly Task[];
  candidates: FloorNow['candidates'];
  onDone: () => void;
}

/** Ranks the chosen tasks, or gives them to somebody who may do all of them. */
export function PlanBar({ tasks, candidates, onDone }: PlanBarProps) {
  const t = useText();
  const format = useFormat();
  const plan = useWrite(api.tasks.plan, {
    onSuccess: async (planned) => {
      await refreshWork();
      onDone();
      showSuccess(t('tasks.planned', { tasks: format.number(planned.length), count: planned.length }));
    },
  });
  const refs = tasks.map(({ kind, record_id }) => ({ kind, record_id }));
  const people = mayDoAll(candidates, tasks);
  const shared = { size: 'xs', value: null, disabled: plan.isPending } as const;
  return (
    <div className={css.planBar} role="toolbar" aria-label={t('tasks.open')}>
      <span role="status">{t('tasks.chosen', { tasks: format.number(tasks.length), count: tasks.length })}</span>
      <Select
        {...shared}
        aria-label={t('tasks.setPriority')}
        placeholder={t('tasks.setPriority')}
        data={[
          ...PRIORITIES.map((value) => ({ value, label: t(`tasks.priorities.${value}`) })),
          { value: NONE, label: t('tasks.asFacts') },
        ]}
        onChange={(value) =>
          value && plan.mutate({ body: { tasks: refs, priority: value === NONE ? null : Number(value) } })
        }
      />
      <Select
        {...shared}
        aria-label={t('tasks.giveTo')}
        placeholder={t('tasks.giveTo')}
        nothingFoundMessage={t('tasks.nobodyMay')}
        data={[
          ...people.map(({ id, name }) => ({ value: String(id), label: name })),
          { value: NONE, label: t('tasks.anybody') },
        ]}
        onChange={(value) =>
          value && plan.mutate({ body: { tasks: refs, assignee: value === NONE ? null : Number(value) } })
        }
      />
    </div>
  );
}
