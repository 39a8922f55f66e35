import { api, LOCATION_TYPES, type Location, LocationInput } from '@longshore/contract';
import { useState } from 'react';
import { useWrite } from '../../lib/api.ts';
import { sayMessage, useText } from '../../lib/text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { handledByForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { refreshLocations } from './location-cache.ts';

/** Without a location a new one is made. */
export function LocationDialog({ location, onClose }: { location?: Location; onClose: () => void }) {
  const t = useText();
  const create = useWrite(api.locations.create, handledByForm);
  const update = useWrite(api.locations.update, handledByForm);
  const { location: name = '', type = 'S', billing_category = '' } = location ?? {};
  const form = useRecordForm({
    schema: LocationInput,
    initial: { location: name, type, billing_category },
    save: (body) =>
      location ? update.mutateAsync({ params: { id: location.id }, body }) : create.mutateAsync({ body }),
    onSaved: () => {
      void refreshLocations();
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t(location ? 'locations.edit' : 'locations.make')} onClose={onClose}>
      <TextField {...form.field('location')} label="locations.location" span={8} autoFocus />
      <SelectField
        {...form.field('type')}
        label="locations.type"
        span={4}
        choices={LOCATION_TYPES.map((value) => ({ value, label: t(`locations.types.${value}`) }))}
      />
      <TextField
        {...form.field('billing_category')}
        label="locations.billingCategory"
        hint="locations.billingCategoryHint"
        span={12}
      />
    </FormDialog>
  );
}

export function DeleteLocation({ location, onClose }: { location: Location; onClose: () => void }) {
  const t = useText();
  const [refusal, setRefusal] = useState<string>();
  const remove = useWrite(api.locations.remove, {
    onSuccess: () => {
      void refreshLocations();
      onClose();
    },
    onFailure: (failure) => {
      const key = failure.keys?.id?.[0];
      if (key) setRefusal(key);
      return key !== undefined;
    },
  });
  return (
    <ConfirmDialog
      title={t('locations.delete')}
      text={refusal ? sayMessage(t, refusal) : t('locations.deleteText', { location: location.location })}
      confirm={t('forms.confirmDelete')}
      danger
      busy={remove.isPending || refusal !== undefined}
      onConfirm={() => remove.mutate({ params: { id: location.id } })}
      onClose={onClose}
    />
  );
}
