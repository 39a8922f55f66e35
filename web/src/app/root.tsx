import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { lazy, Suspense, startTransition, useEffect, useMemo, useState } from 'react';
import { onSessionChange, sessionState } from '../lib/session.ts';
import { readUserTexts, useText } from '../lib/text/text.ts';
import { useToastsWanted } from '../lib/toast.ts';
import { cssVariables, theme } from '../ui/theme/theme.ts';
import { ErrorBoundary } from './error-screen.tsx';

/**
 * Guests and users see two apps. The guests' is small, without router, query cache or the API's catalogue, so that a
 * sign-in page is there at once on a slow line; the users' loads while they type.
 */
export const loadGuestApp = () => import('../features/accounts/session/guest-app.tsx');
export const loadUserApp = async () => {
  const [app] = await Promise.all([import('./user-app.tsx'), readUserTexts()]);
  return app;
};

const GuestApp = lazy(loadGuestApp);
const UserApp = lazy(loadUserApp);
const Toasts = lazy(() => import('./toasts.tsx'));

/** The session's phase as a transition: the old screen stays until the new one is loaded. */
function usePhase() {
  const [phase, setPhase] = useState(sessionState().phase);
  useEffect(() => {
    const stop = onSessionChange(() => startTransition(() => setPhase(sessionState().phase)));
    return () => void stop();
  }, []);
  return phase;
}

/** The crosses of dialogs and toasts are named once, in the reader's language. */
function useSpokenTheme() {
  const t = useText();
  return useMemo(() => {
    const defaultProps = { 'aria-label': t('common.close') };
    return mergeThemeOverrides(theme, { components: { CloseButton: { defaultProps } } });
  }, [t]);
}

export function Root() {
  const isUser = usePhase() === 'user';
  const toastsWanted = useToastsWanted();
  return (
    <MantineProvider theme={useSpokenTheme()} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ErrorBoundary>
        <Suspense>{isUser ? <UserApp /> : <GuestApp onTyping={loadUserApp} />}</Suspense>
      </ErrorBoundary>
      <Suspense>{toastsWanted && <Toasts />}</Suspense>
    </MantineProvider>
  );
}
