import type { FloorNow, Task } from '@longshore/contract';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Mono } from '../../ui/mono.tsx';
import { Monogram } from '../../ui/monogram.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './floor.module.css';
import { PlanBar } from './plan-bar.tsx';
import { chosenOf, keyOfTask } from './task-choice.ts';
import { taskPath } from './task-path.ts';
import { taskName, useAge } from './work-words.ts';

interface TaskTableProps {
  tasks: readonly Task[];
  candidates: FloorNow['candidates'];
  /** There are more than these. */
  more: boolean;
}

/** The queue, in its order. Chosen tasks are ranked or given to somebody together. */
export function TaskTable({ tasks, candidates, more }: TaskTableProps) {
  const t = useText();
  const format = useFormat();
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const chosen = chosenOf(tasks, keys);
  const choose = (changed: readonly Task[], isChosen: boolean) => {
    const next = new Set(chosen.map(keyOfTask));
    for (const task of changed) {
      if (isChosen) next.add(keyOfTask(task));
      else next.delete(keyOfTask(task));
    }
    setKeys(next);
  };
  return (
    <section className={css.section} aria-label={t('tasks.open')}>
      <SectionHead title={t('tasks.open')} hint={format.number(tasks.length)} />
      {chosen.length > 0 && <PlanBar tasks={chosen} candidates={candidates} onDone={() => setKeys(new Set())} />}
      {tasks.length === 0 ? (
        <EmptyState title={t('tasks.noTasks')} hint={t('tasks.noTasksHint')} />
      ) : (
        <table className={css.table}>
          <thead>
            <tr>
              <th className={css.check}>
                <Checkbox
                  size="xs"
                  aria-label={t('tasks.chooseAll')}
                  checked={chosen.length === tasks.length}
                  indeterminate={chosen.length > 0 && chosen.length < tasks.length}
                  onChange={(event) => choose(tasks, event.currentTarget.checked)}
                />
              </th>
              <th>{t('tasks.work')}</th>
              <th>{t('tasks.client')}</th>
              <th>{t('tasks.place')}</th>
              <th>{t('tasks.left')}</th>
              <th>{t('tasks.priority')}</th>
              <th>{t('tasks.due')}</th>
              <th>{t('tasks.waits')}</th>
              <th>{t('tasks.who')}</th>
            </tr>
          </thead>
          <tbody>
            {tasks.map((task) => (
              <TaskRow
                key={keyOfTask(task)}
                task={task}
                isChosen={keys.has(keyOfTask(task))}
                onChoose={(isChosen) => choose([task], isChosen)}
              />
            ))}
          </tbody>
        </table>
      )}
      {more && (
        <p className={css.muted}>{t('tasks.more', { tasks: format.number(tasks.length), count: tasks.length })}</p>
      )}
    </section>
  );
}

interface RowProps {
  task: Task;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

function TaskRow({ task, isChosen, onChoose }: RowProps) {
  const t = useText();
  const format = useFormat();
  const age = useAge();
  const path = taskPath(task);
  const isLate = task.due !== null && Date.parse(task.due) < Date.now();
  const label = <Mono>{task.label}</Mono>;
  return (
    <tr data-selected={isChosen || undefined}>
      <td className={css.check}>
        <Checkbox
          size="xs"
          aria-label={t('tasks.choose', { task: taskName(t, task) })}
          checked={isChosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      </td>
      <td>
        <span className={css.workCell}>
          <span>{t(`tasks.kinds.${task.kind}`)}</span>
          {path ? <RouteLink href={path}>{label}</RouteLink> : label}
        </span>
      </td>
      <td data-label={t('tasks.client')}>
        {task.client_id !== null && (
          <span className={css.clientCell}>
            <Monogram id={task.client_id} name={task.client_name} /> {task.client_name}
          </span>
        )}
      </td>
      <td data-label={t('tasks.place')}>{task.place && <Mono>{task.place}</Mono>}</td>
      <td data-label={t('tasks.left')}>
        <Left task={task} />
      </td>
      <td data-label={t('tasks.priority')}>
        <PriorityWord priority={task.priority} />
      </td>
      <td data-label={t('tasks.due')} className={isLate ? css.late : undefined}>
        {task.due && format.short(task.due)}
      </td>
      <td data-label={t('tasks.waits')}>{age(task.created)}</td>
      <td data-label={t('tasks.who')}>
        <Who task={task} />
      </td>
    </tr>
  );
}

/** A count has no units to do: it finds out how many there are. A shipment with all of its units is to be finished. */
function Left({ task: { kind, lines, units } }: { task: Task }) {
  const t = useText();
  const format = useFormat();
  if (lines === 0) return t('tasks.leftFinish');
  const parts = [
    t('tasks.leftLines', { lines: format.number(lines), count: lines }),
    ...(kind === 'count' ? [] : [t('tasks.leftUnits', { units: format.number(units), count: units })]),
  ];
  return parts.join(t('lists.valuesJoin'));
}

const WORDS = ['1', '2', '3', '4', '5'] as const;

/** Only what goes before others stands out. */
function PriorityWord({ priority }: { priority: number }) {
  const t = useText();
  const word = t(`tasks.priorities.${WORDS[priority - 1] ?? '3'}`);
  if (priority > 2) return <span className={css.muted}>{word}</span>;
  return <Tag tone={priority === 1 ? 'attention' : 'caution'}>{word}</Tag>;
}

function Who({ task: { holder, assignee } }: { task: Task }) {
  const t = useText();
  const age = useAge();
  if (holder) return t('tasks.worksOn', { name: holder.name, age: age(holder.since) });
  if (assignee) return <span className={css.muted}>{t('tasks.givenTo', { name: assignee.name })}</span>;
  return <span className={css.muted}>{t('tasks.anybody')}</span>;
}
