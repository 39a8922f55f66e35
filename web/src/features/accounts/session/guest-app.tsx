import { useEffect } from 'react';
import { safeReturn } from '../../../lib/return-address.ts';
import { ForgotPassword } from './forgot-password.tsx';
import { goTo, usePath } from './guest-links.tsx';
import { GuestPage } from './guest-page.tsx';
import { ResetPassword } from './reset-password.tsx';
import { SignIn } from './sign-in.tsx';

const RESET = '/auth/reset-password/';

function Page({ path, onTyping }: { path: string; onTyping: () => void }) {
  if (path === '/auth/forget-password') return <ForgotPassword />;
  if (path.startsWith(RESET)) return <ResetPassword token={decodeURIComponent(path.slice(RESET.length))} />;
  return <SignIn onTyping={onTyping} />;
}

const isPublic = (path: string) =>
  path === '/auth/login' || path === '/auth/forget-password' || (path.startsWith(RESET) && path.length > RESET.length);

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
