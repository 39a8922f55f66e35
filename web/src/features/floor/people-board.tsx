import type { FloorPerson } from '@longshore/contract';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { UserAvatar } from '../../ui/user-avatar.tsx';
import css from './floor.module.css';
import { taskPath } from './task-path.ts';
import { taskName, useAge } from './work-words.ts';

/** Who holds a task or did something today, by name: nobody is ranked. */
export function PeopleBoard({ people }: { people: readonly FloorPerson[] }) {
  const t = useText();
  const format = useFormat();
  return (
    <section className={css.section} aria-label={t('tasks.people')}>
      <SectionHead title={t('tasks.people')} hint={format.number(people.length)} />
      {people.length === 0 ? (
        <EmptyState title={t('tasks.nobody')} hint={t('tasks.nobodyHint')} />
      ) : (
        <ul className={css.people}>
          {people.map((person) => (
            <Person key={person.id} person={person} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Person({ person }: { person: FloorPerson }) {
  const t = useText();
  const format = useFormat();
  const age = useAge();
  const { lines } = person.figures;
  const figures = [
    t('tasks.lines', { lines: format.number(lines), count: lines }),
    person.lines_per_hour !== null && t('tasks.perHour', { lines: format.number(person.lines_per_hour) }),
    person.last_at !== null && t('tasks.lastScan', { age: age(person.last_at) }),
  ].filter((figure) => figure !== false);
  return (
    <li className={css.person}>
      <UserAvatar name={person.name} path={person.avatar_path} size={36} />
      <div className={css.personText}>
        <b className={css.cut}>{person.name}</b>
        <span className={css.doing}>
          <CurrentTask person={person} />
        </span>
        <span className={css.figures}>{figures.join(' · ')}</span>
      </div>
    </li>
  );
}

function CurrentTask({ person: { task } }: { person: FloorPerson }) {
  const t = useText();
  const age = useAge();
  if (!task) return <span className={css.muted}>{t('tasks.between')}</span>;
  const path = taskPath(task);
  const name = taskName(t, task);
  return (
    <>
      {path ? <RouteLink href={path}>{name}</RouteLink> : name}
      {task.holder && <span className={css.muted}> {t('tasks.since', { age: age(task.holder.since) })}</span>}
    </>
  );
}
