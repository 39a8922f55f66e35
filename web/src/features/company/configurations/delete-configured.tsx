import { api, CourierInput, type SettingKind, settingInputs } from '@longshore/contract';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { ApiFailure } from '../../../lib/api.ts';
import { call, useWrite } from '../../../lib/api.ts';
import { showFailure } from '../../../lib/failure.ts';
import { useText } from '../../../lib/text/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { offerUndo } from '../../../ui/undo.tsx';
import { renewList } from './configuration-cache.ts';
import type { ListName } from './configuration-words.ts';

const KINDS: Record<Exclude<ListName, 'couriers'>, SettingKind> = {
  taxes: 'tax',
  terms: 'term',
  packages: 'package',
  uoms: 'uom',
};

interface DeletableRecord {
  id: number;
  name: string;
  is_active: 0 | 1;
}

interface DeleteProps {
  list: ListName;
  record: DeletableRecord;
  mayDisable: boolean;
  onClose: () => void;
}

/** Makes a deleted record again as it was. */
async function restore(list: ListName, record: DeletableRecord, idempotencyKey: string): Promise<void> {
  if (list === 'couriers')
    await call(api.company.createCourier, { body: CourierInput.parse(record) }, { idempotencyKey });
  else {
    const kind = KINDS[list];
    await call(
      api.company.createSetting,
      { params: { kind }, body: settingInputs[kind].parse(record) },
      { idempotencyKey },
    );
  }
  await renewList(list);
}

/** Deletes or disables a record of any list. */
function useRemoval(
  list: ListName,
  record: DeletableRecord,
  done: () => void,
  refused: (failure: ApiFailure) => boolean,
) {
  const onSuccess = () => renewList(list).finally(done);
  const t = useText();
  const onDeleted = async () => {
    await onSuccess();
    const { name } = record;
    offerUndo({ done: t('forms.deleted', { name }), undo: (key) => restore(list, record, key) });
  };
  const options = { onSuccess: onDeleted, onFailure: refused };
  const removeCourier = useWrite(api.company.deleteCourier, options);
  const removeSetting = useWrite(api.company.deleteSetting, options);
  const updateCourier = useWrite(api.company.updateCourier, { onSuccess });
  const updateSetting = useWrite(api.company.updateSetting, { onSuccess });
  const { id } = record;
  const isCourier = list === 'couriers';
  const params = { id, kind: isCourier ? ('tax' as const) : KINDS[list] };
  return {
    busy: [removeCourier, removeSetting, updateCourier, updateSetting].some(({ isPending }) => isPending),
    remove: () => (isCourier ? removeCourier.mutate({ params: { id } }) : removeSetting.mutate({ params })),
    disable: () => {
      if (isCourier) {
        const { status: _, ...courier } = CourierInput.parse(record);
        updateCourier.mutate({ params: { id }, body: { ...courier, is_active: 0 } });
      } else updateSetting.mutate({ params, body: { ...record, is_active: 0 } });
    },
  };
}

/** Asks first. A record in use cannot be deleted; the dialog then offers to disable it. */
export function DeleteConfigured({ list, record, mayDisable, onClose }: DeleteProps) {
  const t = useText();
  const [inUse, setInUse] = useState(false);
  const { remove, disable, busy } = useRemoval(list, record, onClose, (failure) => {
    const used = failure.keys?.id?.includes('InUse') ?? false;
    if (used) setInUse(true);
    else showFailure(failure);
    return true;
  });
  const { name } = record;
  if (!inUse)
    return (
      <ConfirmDialog
        title={t('configurations.deleteNamed', { name })}
        text={t('configurations.deleteText', { name })}
        confirm={t('configurations.delete')}
        danger
        busy={busy}
        onConfirm={remove}
        onClose={onClose}
      />
    );
  const canDisable = record.is_active && mayDisable;
  return (
    <Dialog title={t('configurations.inUse', { name })} onClose={onClose}>
      <Text mb="lg">{t(record.is_active ? 'configurations.inUseText' : 'configurations.inUseDisabled')}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
        {canDisable && (
          <Button disabled={busy} onClick={disable}>
            {t('configurations.disable')}
          </Button>
        )}
      </Group>
    </Dialog>
  );
}
