import type { ReactNode } from 'react';
import classes from './kbd.module.css';

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** A key as it is printed on the reader's own keyboard: `mod` is ⌘ on Apple's, Ctrl elsewhere. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={classes.kbd}>{children === 'mod' ? (isApple() ? '⌘' : 'Ctrl') : children}</kbd>;
}
