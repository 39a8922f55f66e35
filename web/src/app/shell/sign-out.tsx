import { useEffect, useState } from 'react';
import { signOut } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { hasUnsavedWork } from '../../lib/unsaved.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

// Whoever has unsaved work is in a form, which has brought the code of dialogs.
const ConfirmDialog = lazyPart(async () => ({ default: (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog }));

let ask: (() => void) | undefined;

/** Signs out; with unsaved work on the page, `SignOutQuestion` asks first. */
export function requestSignOut(): void {
  if (ask && hasUnsavedWork()) ask();
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
  return (
    <ConfirmDialog
      title={t('forms.signOutTitle')}
      text={t('forms.leaveText')}
      confirm={t('shell.signOut')}
      onConfirm={() => void signOut()}
      onClose={() => setAsking(false)}
    />
  );
}
