import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { isFloorAddress } from '../lib/floor-address.ts';
import { safeReturn } from '../lib/return-address.ts';
import { onSessionChange, sessionState } from '../lib/session.ts';
import { readDeskTexts, readFrameTexts, useText } from '../lib/text/text.ts';
import { useHasToasts } from '../lib/toast.ts';
import { cssVariables, theme } from '../ui/theme/theme.ts';
import { ErrorBoundary } from './error-screen.tsx';

/**
 * Guests and users get separate apps. The guest app has no router, query cache or API catalogue, so that the sign-in
 * page loads fast on a slow connection; the user app loads while they type.
 */
const loadGuestApp = () => import('../features/accounts/session/guest-app.tsx');
const loadFloor = () => import('./floor-shell.tsx');
const loadDesk = () => Promise.all([import('./shell/shell.tsx'), readDeskTexts()]);
const loadUserApp = async () => {
  const loadFrame = isOnFloor(location) ? loadFloor : loadDesk;
  // A failure is ignored here: the router loads the frame again when it shows it, and then shows the failure.
  const frame = loadFrame().catch(() => undefined);
  const [app] = await Promise.all([import('./user-app.tsx'), readFrameTexts(), frame]);
  return app;
};

/** Whether an address leads to the frame of the floor, also by way of the sign-in page. */
function isOnFloor({ pathname, search }: Location): boolean {
  const path = pathname.startsWith('/auth/') ? safeReturn(new URLSearchParams(search).get('back')) : pathname;
  return isFloorAddress(path);
}

export type AppKind = 'guest' | 'user';
/** A page that whoever has its link may use, also somebody who is signed in here. */
const isForEverybody = () => location.pathname.startsWith('/auth/fba/');
export const appOfSession = (): AppKind => (sessionState().phase === 'user' && !isForEverybody() ? 'user' : 'guest');

let GuestApp: Awaited<ReturnType<typeof loadGuestApp>>['default'] | undefined;
let UserApp: Awaited<ReturnType<typeof loadUserApp>>['default'] | undefined;

/**
 * Loads an app before it is shown, instead of `lazy` in a `Suspense`: React shows what follows a fallback 300 ms later,
 * which every load of the page would wait for.
 */
export async function loadApp(kind: AppKind): Promise<void> {
  if (kind === 'user') UserApp ??= (await loadUserApp()).default;
  else GuestApp ??= (await loadGuestApp()).default;
}

const Toasts = lazy(() => import('./toasts.tsx'));

/** Which app is shown: the old one stays until the new one has loaded. */
function useApp(): AppKind {
  const [kind, setKind] = useState(appOfSession);
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    const show = () => {
      const next = appOfSession();
      loadApp(next).then(() => appOfSession() === next && setKind(next), setFailure);
    };
    // Once at the start: the session may have changed, or an app may have failed to load, before this effect ran.
    show();
    const stop = onSessionChange(show);
    return () => void stop();
  }, []);
  if (failure) throw failure;
  return kind;
}

function ShownApp() {
  const kind = useApp();
  if (kind === 'user') return UserApp && <UserApp />;
  return GuestApp && <GuestApp onTyping={() => void loadApp('user')} />;
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
  const hasToasts = useHasToasts();
  return (
    <MantineProvider theme={useTranslatedTheme()} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ErrorBoundary>
        <ShownApp />
      </ErrorBoundary>
      <Suspense>{hasToasts && <Toasts />}</Suspense>
    </MantineProvider>
  );
}
