import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { RouteComponent } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { isReachable, onReconnect, probeNow, reportUnreachable } from '../lib/connection.ts';
import { useText } from '../lib/text/text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { useDelayed } from '../ui/use-delayed.ts';
import { ErrorScreen } from './error-screen.tsx';
import classes from './screens.module.css';

interface Screen {
  load: () => Promise<RouteComponent>;
  Content?: RouteComponent;
}

/**
 * Whether a screen was shown already. The router must not wait for the code of the first one: it would show a fallback,
 * and React delays what replaces a fallback by 300 ms. Later the old screen stays until the new one is there.
 */
let isAnyShown = false;

/** A screen that comes sooner does not flicker. */
const SKELETON_AFTER_MS = 200;

type Failure = { kind: 'offline' } | { kind: 'broken'; error: unknown };

async function read(screen: Screen): Promise<Failure | undefined> {
  try {
    screen.Content ??= await screen.load();
    return undefined;
  } catch (error) {
    // The server answers but no longer has the code: a newer version is installed.
    return (await isReachable()) ? { kind: 'broken', error } : { kind: 'offline' };
  }
}

function LoadedScreen({ screen }: { screen: Screen }): ReactNode {
  const [, setLoaded] = useState(0);
  const [failure, setFailure] = useState<Failure>();
  useEffect(() => {
    isAnyShown = true;
    if (screen.Content) return;
    let isShown = true;
    const attempt = async (isRetry: boolean) => {
      const problem = await read(screen);
      if (!isShown) return;
      if (problem?.kind === 'offline') reportUnreachable();
      // Some browsers never fetch a module again that failed once.
      if (problem?.kind === 'broken' && isRetry) return location.reload();
      setFailure(problem);
      setLoaded((times) => times + 1);
    };
    void attempt(false);
    const stop = onReconnect(() => void attempt(true));
    return () => {
      isShown = false;
      stop();
    };
  }, [screen]);
  const isSlow = useDelayed(!screen.Content && !failure, SKELETON_AFTER_MS);
  if (screen.Content) return <screen.Content />;
  if (failure?.kind === 'broken') return <ErrorScreen error={failure.error} />;
  if (failure) return <ScreenNotLoaded />;
  return isSlow && <ScreenSkeleton />;
}

const BONE_WIDTHS = ['18%', '32%', '100%', '92%', '96%', '88%'];

/** While the code of the screen is on its way. */
export function ScreenSkeleton() {
  return (
    <div className={classes.skeleton} aria-busy="true">
      {BONE_WIDTHS.map((width) => (
        <div key={width} className={classes.bone} style={{ width }} />
      ))}
    </div>
  );
}

/** Without a connection; the screen appears by itself when it is back. */
function ScreenNotLoaded() {
  const t = useText();
  return (
    <div className={classes.screen} role="alert">
      <EmptyState
        icon={<IconPlugConnectedX size={28} stroke={1.5} />}
        title={<h1 className={classes.title}>{t('shell.screenNotLoaded')}</h1>}
        hint={t('shell.screenNotLoadedHint')}
      >
        <Button onClick={() => void probeNow()}>{t('shell.retryNow')}</Button>
      </EmptyState>
    </div>
  );
}

/**
 * A screen whose code is loaded when it is opened. The router's own version reloads the page when that fails, which
 * without a connection replaces the app by the browser's error page.
 */
export function lazyScreen<Name extends string>(
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
): RouteComponent {
  const screen: Screen = { load: async () => (await load())[name] };
  const component: RouteComponent = () => <LoadedScreen screen={screen} />;
  // Links preload the screen they lead to; a failure is shown when it is opened.
  component.preload = async () => {
    const loading = screen.load().then(
      (Content) => Object.assign(screen, { Content }),
      () => {},
    );
    if (isAnyShown) await loading;
  };
  return component;
}
