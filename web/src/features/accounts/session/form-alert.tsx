import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './session-form.module.css';

/** The result of the last attempt, inside the form. */
export function FormAlert({ tone, children }: { tone: 'good' | 'bad'; children: ReactNode }) {
  const Icon = tone === 'good' ? IconCircleCheck : IconAlertCircle;
  return (
    <div className={classes.alert} data-tone={tone} role={tone === 'good' ? 'status' : 'alert'}>
      <Icon size={18} stroke={1.7} aria-hidden="true" />
      <p>{children}</p>
    </div>
  );
}
