import type { Exception } from '@longshore/contract';
import { ActionIcon, Menu } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { showSuccess } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { SNOOZE_CHOICES, snoozeUntil } from './exception-times.ts';
import { useSnooze } from './use-exception.ts';

/** Puts an exception off, or shows it again. */
export function SnoozeMenu({ exception: { id, sentence, snoozed_until } }: { exception: Exception }) {
  const t = useText();
  const format = useFormat();
  const snooze = useSnooze((until) => {
    if (until) showSuccess(t('exceptions.wasSnoozed', { moment: format.dateTime(until) }));
  });
  const put = (until: string | null) => snooze.mutate({ params: { id }, body: { until } });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size="md" aria-label={t('exceptions.snoozeNamed', { name: sentence })} disabled={snooze.isPending}>
          <IconClockPause size={17} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {snoozed_until && (
          <>
            <Menu.Label>{t('exceptions.snoozedUntil', { moment: format.dateTime(snoozed_until) })}</Menu.Label>
            <Menu.Item onClick={() => put(null)}>{t('exceptions.wake')}</Menu.Item>
          </>
        )}
        {SNOOZE_CHOICES.map((choice) => (
          <Menu.Item key={choice} onClick={() => put(snoozeUntil(choice, new Date(), format.place.timezone))}>
            {t(`exceptions.until.${choice}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
