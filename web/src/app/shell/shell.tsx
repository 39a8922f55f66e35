import { Drawer } from '@mantine/core';
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSessionState } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { leaveToastsBehind } from '../../lib/toast.ts';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ScanScope } from '../../ui/scan/use-scan.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import { ConnectionStrip } from './connection-strip.tsx';
import { Header } from './header.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { SignOutQuestion } from './sign-out.tsx';
import { useTypeAhead } from './type-ahead.ts';
import { useOpenScanned } from './use-open-scanned.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const Palette = lazyPart(() => import('./palette.tsx'));
const ScanChoice = lazyPart(() => import('./scan-choice.tsx'));
const ShortcutHelp = lazyPart(() => import('./shortcut-help.tsx'));
const SignInAgain = lazyPart(() => import('./sign-in-again.tsx'));

/** Ctrl/⌘-K opens the palette from anywhere, including text fields. */
function usePaletteKey(toggle: () => void) {
  useEffect(() => {
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
  const isDrawerOpen = drawerOpenAt === pathname;
  useEscape(() => setDrawerOpenAt(undefined), isDrawerOpen);
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {t('shell.skipToContent')}
      </a>
      <ConnectionStrip />
      <aside className={classes.sidebar}>
        <Sidebar />
      </aside>
      <Header onSearch={() => setPaletteOpen(true)} onMenu={() => setDrawerOpenAt(pathname)} />
      <main className={classes.content} id="content" tabIndex={-1}>
        <Outlet />
      </main>
      {/* The drawer is tied to the address it was opened at, so that navigating closes it. */}
      <Drawer
        opened={isDrawerOpen}
        onClose={() => setDrawerOpenAt(undefined)}
        closeOnEscape={false}
        size={264}
        withCloseButton={false}
        classNames={{ body: classes.drawer ?? '', content: classes.drawerContent ?? '' }}
        transitionProps={{ duration: 180 }}
        attributes={{ content: { 'aria-label': t('shell.mainNavigation') } }}
      >
        <ScanScope>
          <Sidebar isDrawer />
        </ScanScope>
      </Drawer>
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
