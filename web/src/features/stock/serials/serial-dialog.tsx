import { api, type Bucket, SerialInput } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { call, useWrite } from '../../../lib/api.ts';
import { useText } from '../../../lib/text/text.ts';
import { DeleteDialog } from '../../../ui/delete-dialog.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { handledByForm, useRecordForm } from '../../../ui/form/use-record-form.ts';
import { offerUndo } from '../../../ui/undo.tsx';
import { forgetBuckets, refreshBucket, rememberBucket } from './serial-cache.ts';

interface SerialDialogProps {
  bucket: Bucket;
  serial: { id: number; serial: string };
  onClose: () => void;
}

/** Corrects or removes a serial of a bucket that was never used. */
export function SerialDialog({ bucket, serial, onClose }: SerialDialogProps) {
  const t = useText();
  const update = useWrite(api.serials.updateSerial, handledByForm);
  const saved = (answer: Bucket) => {
    rememberBucket(answer);
    onClose();
  };
  const { id } = bucket;
  const remove = useWrite(api.serials.removeSerial, {
    onSuccess: async () => {
      await refreshBucket(id);
      onClose();
      const body = { serial: serial.serial };
      offerUndo({
        done: t('forms.deleted', { name: serial.serial }),
        undo: async (idempotencyKey) =>
          rememberBucket(await call(api.serials.addSerial, { params: { id }, body }, { idempotencyKey })),
      });
    },
  });
  const form = useRecordForm({
    draft: `serial ${id} ${serial.id}`,
    schema: SerialInput,
    initial: { serial: serial.serial },
    save: (body) => update.mutateAsync({ params: { id, serialId: serial.id }, body }),
    refusedInline: true,
    onSaved: saved,
  });
  const isLast = bucket.units === 1;
  return (
    <FormDialog
      form={form}
      title={t('serials.editOne')}
      size={440}
      onClose={onClose}
      other={
        <Button
          variant="subtle"
          size="xs"
          color="red"
          leftSection={<IconTrash size={15} stroke={1.7} />}
          disabled={isLast || remove.isPending}
          title={isLast ? t('messages.LastSerial') : undefined}
          onClick={() => remove.mutate({ params: { id, serialId: serial.id } })}
        >
          {t('serials.deleteOne')}
        </Button>
      }
    >
      <TextField {...form.field('serial')} label="serials.serial" span={12} mono autoFocus />
    </FormDialog>
  );
}

interface DeleteProps {
  bucket: Bucket;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteBucket({ bucket, onDeleted, onClose }: DeleteProps) {
  const t = useText();
  return (
    <DeleteDialog
      endpoint={api.serials.remove}
      input={{ params: { id: bucket.id } }}
      title={t('serials.delete')}
      text={t('serials.deleteText', { lead: bucket.lead, count: bucket.units })}
      restore={{
        name: bucket.lead,
        run: async (idempotencyKey) => {
          const { inventory_id, lead, increment, units } = bucket;
          const serials = bucket.serials.map(({ serial }) => serial);
          await call(
            api.serials.create,
            { body: { inventory_id, lead, increment, units, serials } },
            { idempotencyKey },
          );
          forgetBuckets();
        },
      }}
      onDeleted={() => {
        forgetBuckets();
        onDeleted();
      }}
      onClose={onClose}
    />
  );
}
