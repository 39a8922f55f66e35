import { api } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useRead } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { requestSwitch } from '../switch-client.tsx';
import css from './other-client.module.css';

/**
 * Says whose record is shown when that is not the working client: main users open any client's record by its address, a
 * link or a scan. Client users have one client only.
 */
export function OtherClient({ id }: { id: number }) {
  const { user } = useSession();
  if (!user.is_main_user || id === user.working_client?.id) return null;
  return <Note id={id} working={user.working_client?.company} />;
}

function Note({ id, working }: { id: number; working: string | undefined }) {
  const t = useText();
  const { data } = useRead(api.clients.selector, { body: { search: '', id } });
  const company = data?.[0]?.company;
  if (!company) return null;
  return (
    <div className={css.note} role="note">
      <span className={css.words}>
        <strong>{t('common.ofOtherClient', { company })}</strong>
        {working && ` ${t('common.youWorkFor', { working })}`}
      </span>
      <Button
        className={css.button ?? ''}
        variant="default"
        size="xs"
        onClick={() => requestSwitch({ id, company }, 'stay')}
      >
        {t('common.workFor', { company })}
      </Button>
    </div>
  );
}
