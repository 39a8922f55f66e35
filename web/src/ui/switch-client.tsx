import { useEffect, useState } from 'react';
import { showFailure } from '../lib/failure.ts';
import { switchClient, useSession } from '../lib/session.ts';
import { useText } from '../lib/text/text.ts';
import { hasUnsavedWork } from '../lib/unsaved.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Wanted {
  client: { id: number; company: string };
  /** `stay`: the page shows a record of the new client. */
  then: 'leave' | 'stay';
}

let ask: ((wanted: Wanted) => void) | undefined;

const run = ({ client, then }: Wanted) => void switchClient(client.id, then).catch(showFailure);

/** Switches the working client; with unsaved work on the page, `SwitchQuestion` asks first. */
export function requestSwitch(client: Wanted['client'], then: Wanted['then'] = 'leave'): void {
  if (ask && hasUnsavedWork()) ask({ client, then });
  else run({ client, then });
}

/** The question of `requestSwitch`; the frame of the app has one. */
export function SwitchQuestion() {
  const t = useText();
  const { user } = useSession();
  const [asked, setAsked] = useState<Wanted>();
  useEffect(() => {
    ask = setAsked;
    return () => {
      ask = undefined;
    };
  }, []);
  if (!asked) return null;
  return (
    <ConfirmDialog
      title={t('forms.switchTitle', { client: asked.client.company })}
      text={t('forms.switchText', { client: user.working_client?.company ?? '' })}
      confirm={t('forms.switchAnyway')}
      onConfirm={() => {
        setAsked(undefined);
        run(asked);
      }}
      onClose={() => setAsked(undefined)}
    />
  );
}
