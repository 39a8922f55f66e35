import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { keptScans, onKeptScans } from '../../lib/kept-scans.ts';
import { useSessionState } from '../../lib/session.ts';
import { readAllTexts } from '../../lib/text/parts.ts';
import { useText } from '../../lib/text/text.ts';
import { leaveToastsBehind } from '../../lib/toast.ts';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ConnectionStrip } from './connection-strip.tsx';
import { Header } from './header.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { SignOutQuestion } from './sign-out.tsx';
import { useTypeAhead } from './type-ahead.ts';
import { useOpenScanned } from './use-open-scanned.tsx';
import { useShortcuts } from './use-shortcuts.ts';

// Both name records of every module, so they need the texts of all modules.
const Palette = lazyPart(async () => (await Promise.all([import('./palette.tsx'), readAllTexts()]))[0]);
const ScanChoice = lazyPart(async () => (await Promise.all([import('./scan-choice.tsx'), readAllTexts()]))[0]);
const PhoneNavigation = lazyPart(() => import('./phone-navigation.tsx'));
const ShortcutHelp = lazyPart(() => import('./shortcut-help.tsx'));
// Loaded only when scans are stored on the device.
const WaitingScans = lazyPart(() => import('./waiting-scans.tsx'));
const SignInAgain = lazyPart(() => import('./sign-in-again.tsx'));

/** Ctrl/⌘-K opens the palette from anywhere, including text fields. */
function usePaletteKey(toggle: () => void) {
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k')
        return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [toggle]);
}

/** The frame around every screen of a signed-in user. */
export function Shell() {
  const t = useText();
  const session = useSessionState();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const { history } = useRouter();
  useEffect(() => leaveToastsBehind(history), [history]);
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [drawerOpenAt, setDrawerOpenAt] = useState<string>();
  const [togglePalette] = useState(() => () => setPaletteOpen((open) => !open));
  usePaletteKey(togglePalette);
  useKeptFocus();
  const takeKeys = useTypeAhead(paletteOpen);
  const [isHelpOpen, setHelpOpen] = useState(false);
  useShortcuts(() => setHelpOpen(true));
  const scanned = useOpenScanned();
  const isAnyKept = useSyncExternalStore(onKeptScans, keptScans).length > 0;
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {t('shell.skipToContent')}
      </a>
      <ConnectionStrip />
      {isAnyKept && <WaitingScans />}
      <aside className={classes.sidebar}>
        <Sidebar />
      </aside>
      <Header onSearch={() => setPaletteOpen(true)} onMenu={() => setDrawerOpenAt(pathname)} />
      <main className={classes.content} id="content" tabIndex={-1}>
        <Outlet />
      </main>
      {/* The drawer is tied to the address it was opened at, so that navigating closes it. */}
      {drawerOpenAt !== undefined && (
        <PhoneNavigation opened={drawerOpenAt === pathname} onClose={() => setDrawerOpenAt('')} />
      )}
      {isHelpOpen && <ShortcutHelp onClose={() => setHelpOpen(false)} />}
      {scanned.ambiguous && (
        <ScanChoice
          {...scanned.ambiguous}
          onScan={({ text }) => scanned.rescan({ text, blockedBy: undefined, field: undefined })}
          onClose={scanned.close}
        />
      )}
      {paletteOpen && <Palette onClose={() => setPaletteOpen(false)} takeKeys={takeKeys} />}
      <SignOutQuestion />
      {session.phase === 'user' && session.isEnded && <SignInAgain />}
    </div>
  );
}
