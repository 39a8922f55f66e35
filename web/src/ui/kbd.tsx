import type { ReactNode } from 'react';
import classes from './kbd.module.css';

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** A key as printed on the user's keyboard: `mod` is ⌘ on Apple devices, Ctrl elsewhere. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={classes.kbd}>{children === 'mod' ? (isApple() ? '⌘' : 'Ctrl') : children}</kbd>;
}
