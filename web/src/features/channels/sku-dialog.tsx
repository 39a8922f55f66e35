import { api, type Integration, type InventoryOption, SkuMapping } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { translateMessage, useText } from '../../lib/text/text.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { Mono } from '../../ui/mono.tsx';
import { ItemPicker } from '../inventory/index.ts';
import css from './channels.module.css';
import { refreshMapped } from './integration-cache.ts';

const Mapping = z.object({
  sku: SkuMapping.shape.sku,
  inventory_id: z
    .number({ error: () => 'InventoryIsRequired' })
    .int()
    .positive('InventoryIsRequired'),
});
type Mapping = z.output<typeof Mapping>;

interface SkuDialogProps {
  integration: Integration;
  /** The SKU that an order waits for; undefined for any. */
  sku?: string | undefined;
  onClose: () => void;
}

/** Maps an SKU of the shop to an item. */
export default function SkuDialog({ integration, sku, onClose }: SkuDialogProps) {
  const t = useText();
  const map = useWrite(api.integrations.mapSku, handledByForm);
  const form = useRecordForm({
    draft: null,
    schema: Mapping,
    initial: { sku: sku ?? '', inventory_id: 0 },
    save: (body) => map.mutateAsync({ params: { id: integration.id }, body }),
    refusedInline: true,
    onSaved: ({ sku: mapped, item_sku }) => {
      void refreshMapped(integration.id);
      showSuccess(t('integrations.skus.done', { sku: mapped, item: item_sku }));
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t('integrations.skus.dialog')} onClose={onClose}>
      <TextField
        {...form.field('sku')}
        label="integrations.skus.sku"
        span={12}
        mono
        disabled={sku !== undefined}
        autoFocus={sku === undefined}
      />
      <ItemField form={form} clientId={integration.client_id} autoFocus={sku !== undefined} />
    </FormDialog>
  );
}

interface ItemFieldProps {
  form: RecordForm<Mapping>;
  clientId: number;
  autoFocus: boolean;
}

function ItemField({ form, clientId, autoFocus }: ItemFieldProps) {
  const t = useText();
  const [chosen, setChosen] = useState<InventoryOption['inventory']>();
  const field = form.field('inventory_id');
  field.registerLabel('integrations.skus.item');
  const choose = (item: InventoryOption['inventory'] | undefined) => {
    setChosen(item);
    field.set(item?.id ?? 0);
  };
  if (chosen)
    return (
      <div className={css.chosen}>
        <span className={css.keptLabel}>{t('integrations.skus.item')}</span>
        <span className={css.keptRow}>
          <Mono>{chosen.sku}</Mono>
          <span className={css.cut}>{chosen.name}</span>
          <Button variant="subtle" size="xs" onClick={() => choose(undefined)}>
            {t('integrations.skus.otherItem')}
          </Button>
        </span>
      </div>
    );
  return (
    <div className={css.chosen}>
      <ItemPicker
        id={field.id}
        label="integrations.skus.item"
        clientId={clientId}
        autoFocus={autoFocus}
        error={field.error && translateMessage(t, field.error)}
        onPick={({ inventory }) => choose(inventory)}
      />
    </div>
  );
}
