import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { queryClient } from '../lib/api.ts';
import { startLiveUpdates } from '../lib/live.ts';
import { startOutbox, stopOutbox } from '../lib/outbox.ts';
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

/** The app for signed-in users. */
export default function UserApp() {
  // Created per sign-in, so that the router starts at the return address.
  const [router] = useState(() => makeRouter());
  const isKnown = useFirstScreen(router);
  useEffect(() => trackLinks(router.history), [router]);
  useEffect(() => {
    startOutbox();
    return stopOutbox;
  }, []);
  useEffect(() => {
    const controller = new AbortController();
    startLiveUpdates(controller.signal);
    return () => controller.abort();
  }, []);
  return (
    <QueryClientProvider client={queryClient}>{isKnown && <RouterProvider router={router} />}</QueryClientProvider>
  );
}
