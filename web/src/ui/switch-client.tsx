import { useEffect, useState } from 'react';
import { showFailure } from '../lib/failure.ts';
import { type AfterSwitch, switchClient, useSession } from '../lib/session.ts';
import { useText } from '../lib/text/text.ts';
import { hasUnsavedWork } from '../lib/unsaved.ts';
import { lazyPart } from './lazy-part.tsx';

// Loaded when it is asked. With unsaved work a form is open, which has already loaded the code of dialogs.
const ConfirmDialog = lazyPart(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

interface ClientSwitch {
  client: { id: number; company: string };
  /** `stay`: the page shows a record of the new client. An address is opened afterwards. */
  then: AfterSwitch;
}

let ask: ((wanted: ClientSwitch) => void) | undefined;

const run = ({ client, then }: ClientSwitch) => void switchClient(client.id, then).catch(showFailure);

/** Switches the working client; with unsaved work on the page, `SwitchQuestion` asks first. */
export function requestSwitch(client: ClientSwitch['client'], then: ClientSwitch['then'] = 'leave'): void {
  if (ask && hasUnsavedWork()) ask({ client, then });
  else run({ client, then });
}

/** The question of `requestSwitch`; the frame of the app has one. */
export function SwitchQuestion() {
  const t = useText();
  const { user } = useSession();
  const [request, setRequest] = useState<ClientSwitch>();
  useEffect(() => {
    ask = setRequest;
    return () => {
      ask = undefined;
    };
  }, []);
  if (!request) return null;
  return (
    <ConfirmDialog
      title={t('forms.switchTitle', { client: request.client.company })}
      text={t('forms.switchText', { client: user.working_client?.company ?? '' })}
      confirm={t('forms.switchAnyway')}
      onConfirm={() => {
        setRequest(undefined);
        run(request);
      }}
      onClose={() => setRequest(undefined)}
    />
  );
}
