import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { lazy, Suspense, startTransition, useEffect, useMemo, useState } from 'react';
import { onSessionChange, sessionState } from '../lib/session.ts';
import { readUserTexts, useText } from '../lib/text/text.ts';
import { useHasToasts } from '../lib/toast.ts';
import { cssVariables, theme } from '../ui/theme/theme.ts';
import { ErrorBoundary } from './error-screen.tsx';

/**
 * Guests and users get separate apps. The guest app has no router, query cache or API catalogue, so that the sign-in
 * page loads fast on a slow connection; the user app loads while they type.
 */
export const loadGuestApp = () => import('../features/accounts/session/guest-app.tsx');
export const loadUserApp = async () => {
  const [app] = await Promise.all([import('./user-app.tsx'), readUserTexts()]);
  return app;
};

const GuestApp = lazy(loadGuestApp);
const UserApp = lazy(loadUserApp);
const Toasts = lazy(() => import('./toasts.tsx'));

/** Updates the session phase in a transition: the old screen stays until the new one has loaded. */
function usePhase() {
  const [phase, setPhase] = useState(sessionState().phase);
  useEffect(() => {
    const stop = onSessionChange(() => startTransition(() => setPhase(sessionState().phase)));
    return () => void stop();
  }, []);
  return phase;
}

/** Sets the translated label of every close button in one place. */
function useTranslatedTheme() {
  const t = useText();
  return useMemo(() => {
    const defaultProps = { 'aria-label': t('common.close') };
    return mergeThemeOverrides(theme, { components: { CloseButton: { defaultProps } } });
  }, [t]);
}

export function Root() {
  const isUser = usePhase() === 'user';
  const hasToasts = useHasToasts();
  return (
    <MantineProvider theme={useTranslatedTheme()} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ErrorBoundary>
        <Suspense>{isUser ? <UserApp /> : <GuestApp onTyping={loadUserApp} />}</Suspense>
      </ErrorBoundary>
      <Suspense>{hasToasts && <Toasts />}</Suspense>
    </MantineProvider>
  );
}
