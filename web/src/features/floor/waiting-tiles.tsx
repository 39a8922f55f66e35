import type { TaskKind, WaitingWork } from '@longshore/contract';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import css from './floor.module.css';
import { useAge } from './work-words.ts';

interface TilesProps {
  waiting: readonly WaitingWork[];
  /** The kind that the list is limited to. */
  kind: TaskKind | undefined;
  onKind: (kind: TaskKind | undefined) => void;
}

/** How much of each kind waits; a click limits the list to it, another one shows all. */
export function WaitingTiles({ waiting, kind, onKind }: TilesProps) {
  const t = useText();
  return (
    <ul className={css.tiles} aria-label={t('tasks.waiting')}>
      {waiting.map((work) => (
        <li key={work.kind}>
          <Tile
            work={work}
            isChosen={work.kind === kind}
            onClick={() => onKind(work.kind === kind ? undefined : work.kind)}
          />
        </li>
      ))}
    </ul>
  );
}

function Tile({ work, isChosen, onClick }: { work: WaitingWork; isChosen: boolean; onClick: () => void }) {
  const t = useText();
  const format = useFormat();
  const age = useAge();
  const { tasks, urgent, late, held, oldest } = work;
  const notes = [
    urgent > 0 && t('tasks.urgent', { tasks: format.number(urgent), count: urgent }),
    held > 0 && t('tasks.inWork', { tasks: format.number(held), count: held }),
    oldest !== null && t('tasks.oldest', { age: age(oldest) }),
  ].filter((note) => note !== false);
  return (
    <button type="button" className={css.tile} aria-pressed={isChosen} onClick={onClick}>
      <span className={css.tileHead}>
        <span>{t(`tasks.kinds.${work.kind}`)}</span>
        <b>{format.number(tasks)}</b>
      </span>
      <span className={css.tileNote}>
        {late > 0 && <span className={css.late}>{t('tasks.late', { tasks: format.number(late), count: late })}</span>}
        {late > 0 && notes.length > 0 && ' · '}
        {tasks === 0 ? t('tasks.none') : notes.join(' · ')}
      </span>
    </button>
  );
}
