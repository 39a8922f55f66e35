import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useFormat } from '../../lib/format.ts';
import css from './scan-log.module.css';

export interface ScanLogEntry {
  key: string | number;
  state: 'good' | 'bad' | 'waiting' | 'undone';
  text: string;
  /** Beside the text, for example why it waits. */
  note?: string | undefined;
  /** When it was done, in milliseconds. */
  at?: number | undefined;
  /** Undo or cancel; `name` also says what, for screen readers. */
  action?: { label: string; name: string; run: () => void } | undefined;
}

const ICONS = { good: IconCheck, bad: IconX, waiting: IconClock, undone: IconArrowBackUp };

interface ScanLogProps {
  title: string;
  /** For screen readers, when it says more than the title. */
  label?: string;
  /** Newest first. */
  entries: readonly ScanLogEntry[];
}

/** The last scans with what came of them; the newest good one flashes. */
export function ScanLog({ title, label = title, entries }: ScanLogProps) {
  const format = useFormat();
  return (
    <section className={css.log}>
      {entries.length > 0 && <h3 className={css.title}>{title}</h3>}
      <div role="status">
        {entries.length > 0 && (
          <ul className={css.list} aria-label={label}>
            {entries.map(({ key, state, text, note, at, action }, place) => {
              const Icon = ICONS[state];
              return (
                <li key={key} className={css.entry} data-state={state} data-newest={place === 0 || undefined}>
                  <span className={css.icon} aria-hidden>
                    <Icon size={16} stroke={1.7} />
                  </span>
                  <span className={css.text}>{text}</span>
                  {note && <span className={css.note}>{note}</span>}
                  {at !== undefined && <time className={css.time}>{format.time(new Date(at))}</time>}
                  {action && (
                    <Button
                      className={css.action ?? ''}
                      variant="default"
                      aria-label={action.name}
                      onClick={action.run}
                    >
                      {action.label}
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </section>
  );
}
