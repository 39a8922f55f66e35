import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { queryClient } from '../lib/api.ts';
import { keptScans, onKeptScans } from '../lib/kept-scans.ts';
import { startLiveUpdates } from '../lib/live.ts';
import { trackLinks } from '../ui/page-focus.ts';
import { makeRouter } from './router.tsx';

type Router = ReturnType<typeof makeRouter>;

/** Whether the router knows its first screen. One that renders before shows a fallback (see lazy-screen.tsx). */
function useFirstScreen(router: Router): boolean {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    const show = () => setKnown(true);
    // The public pages redirect, which the router follows by its history.
    const stop = router.history.subscribe(() => void router.load());
    void router.load().then(show, show).finally(stop);
    return stop;
  }, [router]);
  return isKnown;
}

/** Sends what an earlier page has left in the outbox. Its code is loaded when there is something. */
function sendWhatWaits(): () => void {
  let isOver = false;
  let stopOutbox = () => {};
  const start = () => {
    if (isOver || !keptScans().some(({ name }) => name.startsWith('out '))) return;
    stopLooking();
    void import('../lib/outbox.ts').then((outbox) => {
      if (isOver) return;
      stopOutbox = outbox.stopOutbox;
      outbox.startOutbox();
    });
  };
  const stopLooking = onKeptScans(start);
  start();
  return () => {
    isOver = true;
    stopLooking();
    stopOutbox();
  };
}

/** The app for signed-in users. */
export default function UserApp() {
  // Created per sign-in, so that the router starts at the return address.
  const [router] = useState(() => makeRouter());
  const isKnown = useFirstScreen(router);
  useEffect(() => trackLinks(router.history), [router]);
  useEffect(sendWhatWaits, []);
  useEffect(() => {
    const controller = new AbortController();
    startLiveUpdates(controller.signal);
    return () => controller.abort();
  }, []);
  return (
    <QueryClientProvider client={queryClient}>{isKnown && <RouterProvider router={router} />}</QueryClientProvider>
  );
}
