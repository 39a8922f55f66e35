import { api, type ExceptionNotification } from '@longshore/contract';
import { ActionIcon, Button, MultiSelect, Popover, Tooltip } from '@mantine/core';
import { IconAdjustments, IconCheck, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { refresh, useRead, useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import css from './exceptions.module.css';

const refreshNotification = () => refresh(api.exceptions.notification);

/** A mail when exceptions open: one click turns it on, for everything, and one turns it off. */
export function NotifyButton() {
  const t = useText();
  const { data } = useRead(api.exceptions.notification, {});
  const notify = useWrite(api.exceptions.notify, {
    onSuccess: async () => {
      await refreshNotification();
      showSuccess(t('exceptions.wasNotified'));
    },
  });
  const stop = useWrite(api.exceptions.stopNotifying, {
    onSuccess: async () => {
      await refreshNotification();
      showSuccess(t('exceptions.wasTurnedOff'));
    },
  });
  if (!data) return null;
  const { notification, offered } = data;
  const isOn = notification !== null;
  const Icon = isOn ? IconCheck : IconMail;
  return (
    <>
      <Tooltip label={t(isOn ? 'exceptions.notifyOff' : 'exceptions.notifyHint')}>
        <Button
          variant="default"
          aria-pressed={isOn}
          leftSection={<Icon size={16} stroke={1.7} />}
          disabled={notify.isPending || stop.isPending}
          onClick={() => (isOn ? stop.mutate({}) : notify.mutate({ body: { kinds: [], client_ids: [] } }))}
        >
          {t('exceptions.notify')}
        </Button>
      </Tooltip>
      {isOn && (
        <Choice
          key={JSON.stringify(notification)}
          notification={notification}
          offered={offered}
          isBusy={notify.isPending}
          onSave={(body) => notify.mutate({ body })}
        />
      )}
    </>
  );
}

interface ChoiceProps {
  notification: ExceptionNotification;
  offered: readonly { kind: string; title: string }[];
  isBusy: boolean;
  onSave: (notification: ExceptionNotification) => void;
}

/** Which kinds and clients the mail is about. */
function Choice({ notification, offered, isBusy, onSave }: ChoiceProps) {
  const t = useText();
  const { user } = useSession();
  const [kinds, setKinds] = useState<string[]>(notification.kinds);
  const [clients, setClients] = useState<string[]>(notification.client_ids.map(String));
  const { data: known = [] } = useRead(
    api.clients.selector,
    { body: { search: '' } },
    { enabled: Boolean(user.is_main_user) },
  );
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus width={340}>
      <Popover.Target>
        <ActionIcon
          size="lg"
          variant="default"
          aria-label={t('exceptions.notifyWhich')}
          title={t('exceptions.notifyWhich')}
        >
          <IconAdjustments size={17} stroke={1.7} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={css.notify}>
        <p className={css.hint}>{t('exceptions.notifyHint')}</p>
        <MultiSelect
          label={t('exceptions.notifyKinds')}
          comboboxProps={{ withinPortal: false }}
          searchable
          openOnFocus={false}
          hidePickedOptions
          data={offered.map(({ kind, title }) => ({ value: kind, label: title }))}
          value={kinds}
          onChange={setKinds}
        />
        {Boolean(user.is_main_user) && (
          <MultiSelect
            label={t('exceptions.notifyClients')}
            comboboxProps={{ withinPortal: false }}
            searchable
            openOnFocus={false}
            hidePickedOptions
            data={known.map(({ id, company }) => ({ value: String(id), label: company }))}
            value={clients}
            onChange={setClients}
          />
        )}
        <Button disabled={isBusy} onClick={() => onSave({ kinds, client_ids: clients.map(Number) })}>
          {t('exceptions.notifySave')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
