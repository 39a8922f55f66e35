import { api, type License, type LicenseRow, LicenseUpdate, UNMEASURED } from '@longshore/contract';
import { call, useRead, useWrite } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { DeleteButton, DeleteDialog } from '../../../ui/delete-dialog.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { handledByForm, useRecordForm } from '../../../ui/form/use-record-form.ts';
import { Mono } from '../../../ui/mono.tsx';
import { ClientField } from '../../records/index.ts';
import { refreshLicenses } from './license-cache.ts';
import css from './licenses.module.css';
import { PlateFields, usePalletUom } from './plate-fields.tsx';

const valuesOf = ({ license, client_id, uom_id, length, width, height, weight, updated_at }: License | LicenseRow) => ({
  license,
  client_id,
  uom_id,
  length,
  width,
  height,
  weight,
  updated_at,
});

interface LicenseDialogProps {
  plate?: LicenseRow;
  onClose: () => void;
  /** After the plate was deleted; by default the dialog is closed. */
  onDeleted?: () => void;
}

/** Edits a plate, or creates one. */
export function LicenseDialog({ plate, onClose, onDeleted = onClose }: LicenseDialogProps) {
  const t = useText();
  const { user, can } = useSession();
  const pallet = usePalletUom();
  const create = useWrite(api.licenses.create, handledByForm);
  const update = useWrite(api.licenses.update, handledByForm);
  const blank = { license: '', client_id: user.working_client?.id ?? 0, uom_id: pallet, ...UNMEASURED };
  const { data: loadedPlate } = useRead(
    api.licenses.get,
    { params: { id: plate?.id ?? 0 } },
    { enabled: Boolean(plate) },
  );
  const form = useRecordForm({
    draft: `plate ${plate?.id ?? 'new'}`,
    schema: LicenseUpdate,
    initial: plate ? valuesOf(plate) : blank,
    save: ({ updated_at, ...body }) =>
      plate
        ? update.mutateAsync({ params: { id: plate.id }, body: { ...body, updated_at } })
        : create.mutateAsync({ body }),
    reload: async () => valuesOf(await call(api.licenses.get, { params: { id: plate?.id ?? 0 } })),
    onSaved: () => {
      void refreshLicenses();
      onClose();
    },
  });
  const isUnused = loadedPlate?.fulfillments_count === 0;
  return (
    <FormDialog
      form={form}
      title={t(plate ? 'licenses.edit' : 'licenses.make')}
      onClose={onClose}
      other={
        plate && isUnused && can(api.licenses.remove.access) && <DeletePlate plate={plate} onDeleted={onDeleted} />
      }
    >
      <TextField {...form.field('license')} label="licenses.license" span={6} autoFocus />
      <ClientField
        {...form.field('client_id')}
        set={(id) => form.set({ client_id: id ?? 0 })}
        label="licenses.client"
        span={6}
        company={plate ? plate.company : user.working_client?.company}
        disabled={plate !== undefined && (loadedPlate === undefined || !isUnused || loadedPlate.locations.length > 0)}
      />
      <PlateFields field={form.field} />
      {loadedPlate && loadedPlate.locations.length > 0 && <PlateLocations plate={loadedPlate} />}
    </FormDialog>
  );
}

/** The plate's current and previous bins. */
function PlateLocations({ plate }: { plate: License }) {
  const t = useText();
  return (
    <div className={css.whereabouts}>
      <span className={css.label}>{t('licenses.whereabouts')}</span>
      <ol>
        {plate.locations.map(({ id, location, type, pivot }) => (
          <li key={id} data-now={pivot.in_location || undefined}>
            <Mono>{location}</Mono> <span className={css.label}>{t(`locations.types.${type}`)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The confirmation for deleting a plate, shared by its form and its row. */
function useDeletion(plate: LicenseRow, onDeleted: () => void) {
  const t = useText();
  return {
    endpoint: api.licenses.remove,
    input: { params: { id: plate.id } },
    title: t('licenses.delete'),
    text: t('licenses.deleteText', { license: plate.license }),
    restore: {
      name: plate.license,
      run: async (idempotencyKey: string) => {
        const { updated_at: _, ...body } = valuesOf(plate);
        await call(api.licenses.create, { body }, { idempotencyKey });
        const place = { license: plate.license, location: plate.location };
        if (place.location)
          await call(api.licenses.move, { body: place }, { idempotencyKey: `${idempotencyKey}-move` });
        await refreshLicenses();
      },
    },
    onDeleted: () => {
      void refreshLicenses();
      onDeleted();
    },
  };
}

function DeletePlate({ plate, onDeleted }: { plate: LicenseRow; onDeleted: () => void }) {
  const deletion = useDeletion(plate, onDeleted);
  return <DeleteButton label={deletion.title} {...deletion} />;
}

export function DeleteLicense({ plate, onClose, onDeleted = onClose }: LicenseDialogProps & { plate: LicenseRow }) {
  return <DeleteDialog {...useDeletion(plate, onDeleted)} onClose={onClose} />;
}
