import type { ReactNode } from 'react';
import { useSession } from '../../lib/session.ts';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { navigationFor } from '../navigation.ts';
import classes from './shortcut-help.module.css';
import { SWITCH_CLIENT_KEY } from './use-shortcuts.ts';

interface Line {
  keys: readonly string[];
  label: string;
}

/** The keys that work on every screen, in the order of use. */
const EVERYWHERE: readonly { keys: readonly string[]; label: PlainKey }[] = [
  { keys: ['mod', 'K'], label: 'shell.shortcut.palette' },
  { keys: ['C'], label: 'shell.shortcut.create' },
  { keys: ['E'], label: 'shell.shortcut.edit' },
  { keys: ['F'], label: 'shell.shortcut.fulfil' },
  { keys: ['P'], label: 'shell.shortcut.pack' },
  { keys: ['/'], label: 'shell.shortcut.search' },
  { keys: ['↓'], label: 'shell.shortcut.rows' },
  { keys: ['X'], label: 'shell.shortcut.select' },
  { keys: ['mod', '↵'], label: 'shell.shortcut.save' },
  { keys: ['Esc'], label: 'shell.shortcut.leave' },
  { keys: ['?'], label: 'shell.shortcut.help' },
];

/** The keyboard shortcuts, with the letters of the screens that this user may open. */
export default function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { can } = useSession();
  const screens = navigationFor(can).flatMap(({ entries }) =>
    entries.flatMap(({ key, label }) => (key ? [{ keys: ['G', key.toUpperCase()], label: t(label) }] : [])),
  );
  const switching = { keys: ['G', SWITCH_CLIENT_KEY.toUpperCase()], label: t('shell.shortcut.switchClient') };
  return (
    <Dialog title={t('shell.shortcuts')} size={560} onClose={onClose}>
      <div className={classes.columns}>
        <Lines title={t('shell.everywhere')} lines={EVERYWHERE.map(({ keys, label }) => ({ keys, label: t(label) }))} />
        <Lines title={t('shell.goTo')} lines={can('main') ? [...screens, switching] : screens} />
      </div>
    </Dialog>
  );
}

function Lines({ title, lines }: { title: ReactNode; lines: readonly Line[] }) {
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.lines}>
        {lines.map(({ keys, label }) => (
          <div key={label} className={classes.line}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
