import { api, type Integration } from '@longshore/contract';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useRead, useWrite } from '../../lib/api.ts';
import { refusalOf, showSuccess } from '../../lib/failure.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import css from './channels.module.css';
import { rememberIntegration } from './integration-cache.ts';

const STAYS = '';

/** Asks where the stock of the service goes before it is removed. */
export default function RemoveService({ integration, onClose }: { integration: Integration; onClose: () => void }) {
  const t = useText();
  const { can } = useSession();
  const [target, setTarget] = useState(STAYS);
  const [refusal, setRefusal] = useState<string>();
  const params = { id: integration.id };
  const { data } = useRead(
    api.integrations.shopifyPlaces,
    { params },
    { enabled: can(api.integrations.shopifyPlaces.access) },
  );
  const remove = useWrite(api.integrations.removeService, {
    onSuccess: (saved) => {
      rememberIntegration(saved);
      showSuccess(t('integrations.service.removed'));
      onClose();
    },
    onFailure: (failure) => {
      if (failure.status !== 400) return false;
      setRefusal(refusalOf(failure, t));
      return true;
    },
  });
  // Stock cannot be moved to the location that goes away.
  const places = (data?.places ?? []).filter(({ id, is_active }) => is_active && id !== integration.service_loc_id);
  return (
    <Dialog title={t('integrations.service.removeTitle')} onClose={onClose}>
      <Text mb="md">{t('integrations.service.removeText')}</Text>
      <Select
        label={t('integrations.service.goesTo')}
        data-autofocus
        data={[
          { value: STAYS, label: t('integrations.service.stays') },
          ...places.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={target}
        onChange={(chosen) => setTarget(chosen ?? STAYS)}
      />
      {refusal && (
        <p className={css.refusal} role="alert">
          {refusal}
        </p>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          color="red"
          disabled={remove.isPending}
          onClick={() => remove.mutate({ params, query: { transfer_to: target } })}
        >
          {t('integrations.service.remove')}
        </Button>
      </Group>
    </Dialog>
  );
}
