import { useEffect, useState } from 'react';
import { waitingCount } from '../../lib/kept-scans.ts';
import { signOut } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { hasUnsavedWork } from '../../lib/unsaved.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

// Loaded when it is asked. With unsaved work a form is open, which has already loaded the code of dialogs.
const ConfirmDialog = lazyPart(async () => ({ default: (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog }));

let ask: (() => void) | undefined;

/** Signs out; with unsaved work on the page, or scans that wait on the device, `SignOutQuestion` asks first. */
export function requestSignOut(): void {
  if (ask && (hasUnsavedWork() || waitingCount() > 0)) ask();
  else void signOut();
}

/** The question of `requestSignOut`; the shell has one. */
export function SignOutQuestion() {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    ask = () => setAsking(true);
    return () => {
      ask = undefined;
    };
  }, []);
  if (!isAsking) return null;
  const count = waitingCount();
  const texts =
    count > 0
      ? { title: t('scan.signOutTitle'), text: t('scan.signOutText', { count }), confirm: t('scan.signOut') }
      : { title: t('forms.signOutTitle'), text: t('forms.leaveText'), confirm: t('shell.signOut') };
  return <ConfirmDialog {...texts} onConfirm={() => void signOut()} onClose={() => setAsking(false)} />;
}
