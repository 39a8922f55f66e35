import { lazy, Suspense, useEffect } from 'react';
import { safeReturn } from '../../../lib/return-address.ts';
import { ForgotPassword } from './forgot-password.tsx';
import { goTo, usePath } from './guest-links.tsx';
import { GuestPage } from './guest-page.tsx';
import { ResetPassword } from './reset-password.tsx';
import { SignIn } from './sign-in.tsx';

const RESET = '/auth/reset-password/';
const INVITATION = '/auth/fba/';

/** It knows the calls of marketplaces, which the sign-in does not load. */
const FbaInvitation = lazy(async () => ({ default: (await import('./fba-invitation.tsx')).FbaInvitation }));

function Page({ path, onTyping }: { path: string; onTyping: () => void }) {
  if (path === '/auth/forget-password') return <ForgotPassword />;
  if (path.startsWith(RESET)) return <ResetPassword token={decodeURIComponent(path.slice(RESET.length))} />;
  if (path.startsWith(INVITATION))
    return (
      <Suspense fallback={null}>
        <FbaInvitation token={decodeURIComponent(path.slice(INVITATION.length))} />
      </Suspense>
    );
  return <SignIn onTyping={onTyping} />;
}

const isPublic = (path: string) =>
  path === '/auth/login' ||
  path === '/auth/forget-password' ||
  [RESET, INVITATION].some((start) => path.startsWith(start) && path.length > start.length);

/** The public pages. Any other address redirects to the sign-in, which returns there afterwards. */
export default function GuestApp({ onTyping }: { onTyping: () => void }) {
  const path = usePath();
  useEffect(() => {
    if (isPublic(path)) return;
    const back = safeReturn(path + location.search + location.hash);
    goTo(back === '/' ? '/auth/login' : `/auth/login?back=${encodeURIComponent(back)}`, { replace: true });
  }, [path]);
  return (
    <GuestPage>
      <Page path={path} onTyping={onTyping} />
    </GuestPage>
  );
}
