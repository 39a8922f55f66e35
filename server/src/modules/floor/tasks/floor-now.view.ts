import { FLOOR_TASKS_MAX, type FloorNow, type FloorPerson, type MyWork, NEXT_TASKS_MAX } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { readPeople } from '../../accounts/index.ts';
import { type FiguresOf, linesPerHour, readFigures } from './figures.view.ts';
import { kindsOf, readFree, readHeld, readHeldBy, readOpen, readWaitingWork, type Sources } from './tasks.view.ts';

const NO_FIGURES = { lines: 0, units: 0, minutes: 0 };
const figuresIn = (found: FiguresOf | undefined) =>
  found ? { lines: found.lines, units: found.units, minutes: found.minutes } : NO_FIGURES;

/** Of the caller alone: nobody is compared with others here. */
export async function readMyWork(tx: Tx, sources: Sources, actor: Actor): Promise<MyWork> {
  const [held, next, details, [figures]] = await Promise.all([
    readHeldBy(tx, sources, actor.id),
    readFree(tx, sources, actor, NEXT_TASKS_MAX),
    readWaitingWork(tx, sources),
    readFigures(tx, actor.id),
  ]);
  const waiting = Object.fromEntries(details.map(({ kind, tasks }) => [kind, tasks])) as MyWork['waiting'];
  return { held, next, waiting, details, figures: figuresIn(figures) };
}

async function readAvatars(tx: Tx): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; avatar_path: string }>`
    select id, avatar_path from users where client_id is null and is_active`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.avatar_path]));
}

/** For supervisors: who does what, what waits, and the queue. */
export async function readFloor(tx: Tx, sources: Sources): Promise<FloorNow> {
  const [people, avatars, figures, waiting, held, open] = await Promise.all([
    readPeople(tx, null),
    readAvatars(tx),
    readFigures(tx),
    readWaitingWork(tx, sources),
    readHeld(tx, sources),
    readOpen(tx, sources, FLOOR_TASKS_MAX + 1),
  ]);
  const staff = people.filter((person) => person.client_id === null);
  const shown = staff.flatMap((person): FloorPerson[] => {
    // The newest comes first.
    const task = held.find(({ holder }) => holder?.id === person.id) ?? null;
    const found = figures.find((each) => each.user_id === person.id);
    if (!task && !found) return [];
    return [
      {
        id: person.id,
        name: person.name,
        avatar_path: avatars.get(person.id) ?? 'user_1.png',
        task,
        last_at: found?.last_at ?? null,
        figures: figuresIn(found),
        lines_per_hour: found ? linesPerHour(found) : null,
      },
    ];
  });
  return {
    people: shown,
    waiting,
    tasks: open.slice(0, FLOOR_TASKS_MAX),
    more: open.length > FLOOR_TASKS_MAX,
    candidates: staff
      .map((person) => ({ id: person.id, name: person.name, kinds: kindsOf(person) }))
      .filter(({ kinds }) => kinds.length > 0),
  };
}
