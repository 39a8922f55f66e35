import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { queryClient } from '../lib/api.ts';
import { listenLive } from '../lib/live.ts';
import { makeRouter } from './router.tsx';

/** Everything behind the sign-in. */
export default function UserApp() {
  // A new sign-in starts at the address it returns to.
  const [router] = useState(() => makeRouter());
  useEffect(() => {
    const ending = new AbortController();
    listenLive(ending.signal);
    return () => ending.abort();
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
