import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { keepSession } from '../lib/kept-session.ts';
import { type SessionState, useSessionState } from '../lib/session.ts';
import { startShellWorker } from '../lib/shell-worker.ts';
import { readCameraTexts } from '../lib/text/parts.ts';
import { leaveToastsBehind } from '../lib/toast.ts';
import { CameraSwitchContext } from '../ui/camera/camera-switch.ts';
import css from '../ui/floor/floor.module.css';
import { FloorStrip } from '../ui/floor/floor-strip.tsx';
import { useKeptFocus } from '../ui/kept-focus.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { showNewVersion } from '../ui/new-version.tsx';
import { useGo } from '../ui/route-link.tsx';
import { NoSoftKeyboard } from '../ui/scan/scan-keyboard.tsx';
import { useScanLayer } from '../ui/scan/use-scan.tsx';
import { SignOutQuestion } from './shell/sign-out.tsx';

/**
 * What the floor starts with when there is no network. Where nothing can be stored, it starts with the network only.
 */
function useOfflineStart(current: SessionState): void {
  useEffect(() => startShellWorker(showNewVersion), []);
  const session = current.phase === 'user' && !current.isEnded ? current.session : undefined;
  useEffect(() => {
    if (session) keepSession(session).catch((error: unknown) => console.warn(error));
  }, [session]);
}

const SignInAgain = lazyPart(() => import('./shell/sign-in-again.tsx'));

const Viewfinder = lazyPart(async () => {
  const [{ Viewfinder: Content }] = await Promise.all([import('../ui/camera/viewfinder.tsx'), readCameraTexts()]);
  return { default: Content };
});

/** The frame of the floor: nothing but the work, and what it says about the connection. */
export function FloorShell() {
  const session = useSessionState();
  useOfflineStart(session);
  const go = useGo();
  const { history } = useRouter();
  useEffect(() => leaveToastsBehind(history), [history]);
  useKeptFocus();
  // Here and not on a screen: the camera stays open while a scan leads to another one.
  const [isCameraOn, setCameraOn] = useState(false);
  const camera = useMemo(() => ({ isOn: isCameraOn, set: setCameraOn }), [isCameraOn]);
  useScanLayer(({ text, blockedBy }) => {
    if (!blockedBy) go(`/floor/look-up/${encodeURIComponent(text)}`);
  });
  return (
    <div className={css.shell}>
      <FloorStrip />
      {isCameraOn && <Viewfinder onClose={() => setCameraOn(false)} />}
      <main className={css.page} id="content" tabIndex={-1}>
        <NoSoftKeyboard value={true}>
          <CameraSwitchContext value={camera}>
            <Outlet />
          </CameraSwitchContext>
        </NoSoftKeyboard>
      </main>
      <SignOutQuestion />
      {session.phase === 'user' && session.isEnded && <SignInAgain />}
    </div>
  );
}
