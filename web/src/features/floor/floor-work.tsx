import { api, type MyWork, type Task, type WorkFigures } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead, useWrite } from '../../lib/api.ts';
import type { ApiFailure } from '../../lib/call.ts';
import { refusalOf } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Loaded } from '../../ui/detail/loaded.tsx';
import css from '../../ui/floor/floor.module.css';
import { FLOOR, FloorPage } from '../../ui/floor/floor-page.tsx';
import { RouteLink, useGo } from '../../ui/route-link.tsx';
import { playTone } from '../../ui/scan/scan-tone.ts';
import { FloorBegin } from './floor-begin.tsx';
import { floorTaskPath } from './floor-paths.ts';
import { refreshWork } from './work-cache.ts';
import { taskName, useAge } from './work-words.ts';

/** Leases end without a scan. */
const REFRESH_MS = 60_000;

/** The person's own task and the next ones of the queue, and what they did today. */
export function FloorWork() {
  const t = useText();
  const read = useRead(api.tasks.mine, {}, { staleTime: 0, refetchInterval: REFRESH_MS });
  return (
    <FloorPage
      title={t('onFloor.tiles.work')}
      sub={read.data ? <Figures figures={read.data.figures} /> : t('onFloor.notes.work')}
      foot={<FloorBegin />}
    >
      <Loaded inPage read={read} backTo={FLOOR}>
        {(work) => <Tasks work={work} />}
      </Loaded>
    </FloorPage>
  );
}

function Figures({ figures: { lines, units, minutes } }: { figures: WorkFigures }) {
  const t = useText();
  const format = useFormat();
  return t('onFloor.myWork.figures', {
    lines: t('tasks.lines', { lines: format.number(lines), count: lines }),
    units: t('tasks.leftUnits', { units: format.number(units), count: units }),
    minutes: format.number(minutes),
  });
}

/** Takes and leaves tasks. What is refused is said above the tasks, which are read again: another person was faster. */
function useTaking() {
  const t = useText();
  const go = useGo();
  const [problem, setProblem] = useState('');
  const onFailure = (failure: ApiFailure) => {
    playTone('bad');
    setProblem(refusalOf(failure, t));
    void refreshWork();
    return true;
  };
  const take = useWrite(api.tasks.take, {
    onFailure,
    onSuccess: (task) => {
      void refreshWork();
      go(floorTaskPath(task));
    },
  });
  const release = useWrite(api.tasks.release, { onFailure, onSuccess: () => refreshWork() });
  const start = () => setProblem('');
  return {
    problem,
    isBusy: take.isPending || release.isPending,
    takeNext: () => {
      start();
      take.mutate({ body: {} });
    },
    take: ({ kind, record_id }: Task) => {
      start();
      take.mutate({ body: { kind, record_id } });
    },
    giveBack: ({ kind, record_id }: Task) => {
      start();
      release.mutate({ body: { kind, record_id } });
    },
  };
}

function Tasks({ work: { held, next } }: { work: MyWork }) {
  const t = useText();
  const taking = useTaking();
  return (
    <>
      {taking.problem && <p role="alert">{taking.problem}</p>}
      <section className={css.section}>
        <h2 className={css.sectionTitle}>{t('onFloor.myWork.mine')}</h2>
        {held ? (
          <>
            <TaskFacts task={held} />
            <div className={css.actions}>
              <Button size="md" component={RouteLink} href={floorTaskPath(held)}>
                {t('onFloor.myWork.goOn')}
              </Button>
              <Button variant="default" size="md" disabled={taking.isBusy} onClick={() => taking.giveBack(held)}>
                {t('onFloor.myWork.giveBack')}
              </Button>
            </div>
          </>
        ) : (
          <p className={css.note}>{t('onFloor.myWork.none')}</p>
        )}
      </section>
      <section className={css.section}>
        <h2 className={css.sectionTitle}>{t('onFloor.myWork.next')}</h2>
        {next.length === 0 ? (
          <p className={css.note}>{t('onFloor.myWork.noNext')}</p>
        ) : (
          <>
            <Button size="md" disabled={taking.isBusy} onClick={taking.takeNext}>
              {t('onFloor.myWork.takeNext')}
            </Button>
            <ul className={css.rows}>
              {next.map((task) => (
                <li key={`${task.kind} ${task.record_id}`}>
                  <button
                    type="button"
                    className={css.pickRow}
                    disabled={taking.isBusy}
                    onClick={() => taking.take(task)}
                  >
                    <TaskFacts task={task} />
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </>
  );
}

function TaskFacts({ task }: { task: Task }) {
  const t = useText();
  const format = useFormat();
  const age = useAge();
  const { client_name, place, created, lines, assignee, holder } = task;
  const about = [
    assignee && !holder && t('onFloor.myWork.forYou'),
    place,
    client_name,
    t('tasks.leftLines', { lines: format.number(lines), count: lines }),
    age(holder?.since ?? created),
  ];
  return (
    <span className={css.rowText}>
      {taskName(t, task)}
      <span className={css.note}>{about.filter(Boolean).join(' · ')}</span>
    </span>
  );
}
