import { api, type Cart, CartUpdate } from '@longshore/contract';
import { IconPrinter } from '@tabler/icons-react';
import type { z } from 'zod';
import { useMeasure } from '../../../lib/measure.ts';
import { useText } from '../../../lib/text/text.ts';
import { TextField } from '../../../ui/form/fields.tsx';
import { NumberField } from '../../../ui/form/number-fields.tsx';
import type { RecordForm } from '../../../ui/form/use-record-form.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { Column } from '../../../ui/list/list-types.ts';
import { PlainScreen } from '../../../ui/resource/plain-screen.tsx';
import { plainWords } from '../../../ui/resource/plain-words.ts';
import { RouteLink } from '../../../ui/route-link.tsx';
import { wavePath } from './wave-paths.ts';

const PdfDialog = lazyPart(() => import('../../../ui/pdf-dialog.tsx'));

function InUse({ wave }: { wave: number | null }) {
  const t = useText();
  return wave === null ? t('carts.free') : <RouteLink href={wavePath(wave)}>{t('waves.wave', { id: wave })}</RouteLink>;
}

const columns: Column<Cart>[] = [
  { field: 'cart', header: 'carts.cart' },
  { field: 'totes', header: 'carts.totes', kind: 'number', width: 120 },
  { field: 'max_weight', header: 'carts.maxWeight', kind: 'number', width: 150 },
  { field: 'wave_id', header: 'carts.wave', width: 150, render: ({ wave_id }) => <InUse wave={wave_id} /> },
  { field: 'created_at', header: 'carts.createdAt', kind: 'date', width: 140, narrow: 'hidden' },
];

function CartFields({ form }: { form: RecordForm<z.output<typeof CartUpdate>> }) {
  const { weight } = useMeasure();
  return (
    <>
      <TextField {...form.field('cart')} label="carts.cart" span={12} autoFocus />
      <NumberField {...form.field('totes')} label="carts.totes" hint="carts.totesHint" span={6} />
      <NumberField
        {...form.field('max_weight')}
        label="carts.maxWeight"
        hint="carts.maxWeightHint"
        span={6}
        suffix={weight}
      />
    </>
  );
}

export function CartList() {
  const t = useText();
  return (
    <PlainScreen
      endpoints={api.carts}
      schema={CartUpdate}
      fields={(form: RecordForm<z.output<typeof CartUpdate>>) => <CartFields form={form} />}
      words={plainWords('carts')}
      shownIn={[api.waves.plan]}
      group="shell.setting"
      columns={columns}
      nameOf={({ cart }) => cart}
      deleteText={({ cart }) => t('carts.deleteText', { cart })}
      undeletableBecause={({ wave_id }) => (wave_id === null ? undefined : t('messages.CartIsUsed'))}
      extras={[
        {
          label: 'carts.printLabel',
          icon: IconPrinter,
          access: api.carts.labels.access,
          dialog: ({ id, cart }, onClose) => (
            <PdfDialog
              endpoint={api.carts.labels}
              input={{ query: { id: String(id) } }}
              title={cart}
              fileName="carts.pdf"
              onClose={onClose}
            />
          ),
        },
      ]}
    />
  );
}
