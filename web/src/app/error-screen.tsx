import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { asFailure } from '../lib/call.ts';
import { newId } from '../lib/new-id.ts';
import { useText } from '../lib/text/text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Mono } from '../ui/mono.tsx';
import classes from './screens.module.css';

/** After an update the server no longer has the chunks of the old version; reloading the page loads the new ones. */
const isOldVersion = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed/i.test(error.message);

/** Shown when a screen throws: a reference that is also logged to the console, and buttons to continue. */
export function ErrorScreen({ error }: { error: unknown }) {
  const t = useText();
  const [reference] = useState(() => asFailure(error).reference ?? newId().slice(0, 8));
  const outdated = isOldVersion(error);
  useEffect(() => {
    console.error(`Reference ${reference}`, error);
  }, [reference, error]);
  return (
    <div className={classes.screen} role="alert">
      <EmptyState
        icon={<IconAlertTriangle size={28} stroke={1.5} />}
        title={<h1 className={classes.title}>{t('common.screenBroke')}</h1>}
        hint={t(outdated ? 'common.newVersion' : 'common.screenBrokeHint')}
      >
        <Button onClick={() => location.reload()}>{t('common.reload')}</Button>
        <Button variant="default" component="a" href="/">
          {t('common.toDashboard')}
        </Button>
      </EmptyState>
      {!outdated && (
        <p className={classes.reference}>
          {t('common.reference')} <Mono>{reference}</Mono>
        </p>
      )}
    </div>
  );
}

/** The outermost error boundary: an error in a screen never leaves a blank page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    return this.state.error ? <ErrorScreen error={this.state.error} /> : this.props.children;
  }
}
