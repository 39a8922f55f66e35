import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { queryClient } from '../lib/api.ts';
import { startLiveUpdates } from '../lib/live.ts';
import { trackLinks } from '../ui/page-focus.ts';
import { makeRouter } from './router.tsx';

/** The app for signed-in users. */
export default function UserApp() {
  // Created per sign-in, so that the router starts at the return address.
  const [router] = useState(() => makeRouter());
  useEffect(() => trackLinks(router.history), [router]);
  useEffect(() => {
    const controller = new AbortController();
    startLiveUpdates(controller.signal);
    return () => controller.abort();
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
