import { IconLock } from '@tabler/icons-react';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import css from './clients.module.css';

/** Explains why a part of the form is read-only. */
export function Locked({ locked, why }: { locked: boolean; why: PlainKey }) {
  const t = useText();
  if (!locked) return null;
  return (
    <p className={css.locked}>
      <IconLock size={15} stroke={1.7} aria-hidden="true" />
      {t(why)}
    </p>
  );
}
