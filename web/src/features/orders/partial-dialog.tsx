import { type AddressCopy, api, dayAfter, directionOf, type Order } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiFailure, asFailure, refresh, useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { dayOf, useFormat } from '../../lib/format.ts';
import { translateMessage, useText } from '../../lib/text/text.ts';
import { LineTable } from '../../ui/detail/line-table.tsx';
import { DayField } from '../../ui/form/day-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { QuantityInput } from '../../ui/form/number-fields.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { AddressFields, addressLabels } from '../relations/index.ts';
import { AccountFields, CourierFields } from './courier-fields.tsx';
import { rememberOrder } from './order-cache.ts';
import { LineItem } from './order-lines.tsx';
import { goodsAddressLabel, useAddressText } from './order-words.ts';
import css from './orders.module.css';
import { brokenKits, PARTIAL_FIELDS, PartialDraft, partialBody, partialOf } from './partial-rules.ts';

/** The messages of a refused call at the fields of the form; an unknown courier is a message of its field. */
function atFields(error: unknown): ApiFailure {
  const failure = asFailure(error);
  if (failure.status === 400 && failure.code === 40003)
    return new ApiFailure(422, { errors: { courier_id: [''] }, keys: { courier_id: ['CourierIsInvalid'] } });
  const rename = (messages: Record<string, string[]> | undefined) =>
    messages &&
    Object.fromEntries(Object.entries(messages).map(([path, some]) => [PARTIAL_FIELDS[path] ?? path, some]));
  failure.errors = rename(failure.errors);
  failure.keys = rename(failure.keys);
  return failure;
}

/** Makes a shipment of part of what is left: quantities, dates, courier and both addresses. */
export default function PartialDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useText();
  const { place } = useFormat();
  const direction = directionOf(order.type);
  const ship = useWrite(api.orders.shipPartial, handledByForm);
  const [today] = useState(() => dayOf(new Date(), place.timezone));
  const form = useRecordForm({
    // What is left changes with every shipment, and the order with it: an older draft would be wrong.
    draft: `part of order ${order.id}`,
    version: order.updated_at,
    schema: PartialDraft,
    initial: partialOf(order, today, dayAfter(today)),
    save: (draft) =>
      ship.mutateAsync({ params: { id: order.id }, body: partialBody(draft) }).catch((error) => {
        void refresh(api.orders.get, { params: { id: order.id } });
        throw atFields(error);
      }),
    refusedInline: true,
    onSaved: (shipped) => {
      rememberOrder(shipped);
      showSuccess(t(`orders.ship.${direction}.done`, { reference: order.reference }));
      onClose();
    },
  });
  // An emptied day is refused beside its field.
  const dayField = (name: 'ship_date' | 'cancel_date') => {
    const field = form.field(name);
    return { ...field, set: (chosen: string | null) => field.set(chosen ?? '') };
  };
  const courier = {
    courier_id: form.field('courier_id'),
    payment: form.field('payment'),
    account: form.field('account'),
    collect_country_code: form.field('collect_country_code'),
    collect_zip_code: form.field('collect_zip_code'),
  };
  return (
    <FormDialog
      form={form}
      title={t(`orders.ship.${direction}.partTitle`, { reference: order.reference })}
      size={760}
      saveLabel={`orders.ship.${direction}.save`}
      onClose={onClose}
    >
      <PartialLines form={form} order={order} />
      <DayField {...dayField('ship_date')} label="orders.ship.shipDate" span={6} />
      <DayField {...dayField('cancel_date')} label="orders.ship.cancelDate" span={6} />
      <CourierFields fields={courier} clientId={order.client_id} spans={[6, 6]} />
      <AccountFields fields={courier} />
      <PartialAddress form={form} part="shipping_addr" title={t(goodsAddressLabel(direction))} />
      <PartialAddress form={form} part="billing_addr" title={t('orders.billingAddress')} />
    </FormDialog>
  );
}

interface PartProps {
  form: RecordForm<PartialDraft>;
}

function PartialLines({ form, order }: PartProps & { order: Order }) {
  const t = useText();
  const format = useFormat();
  const { lines } = form.values;
  const broken = brokenKits(lines, order.lines);
  const error = form.field('lines').error;
  return (
    <div className={css.wide}>
      <LineTable
        label={t('orders.ship.lines')}
        rows={lines.map((row, index) => ({ ...row, index })).filter(({ remaining }) => remaining > 0)}
        rowKey={({ order_line_id }) => order_line_id}
        columns={[
          { header: 'orders.view.item', render: ({ line, index }) => <LineItem number={index + 1} line={line} /> },
          { header: 'orders.ship.remaining', right: true, render: ({ remaining }) => format.number(remaining) },
          ...(directionOf(order.type) === 'outbound'
            ? [
                {
                  header: 'orders.view.available' as const,
                  right: true,
                  render: ({ line }: (typeof lines)[number]) =>
                    format.number(line.line_status.available_inventory ?? 0),
                },
              ]
            : []),
          {
            header: 'orders.ship.quantity',
            right: true,
            render: ({ index, line, quantity }) => {
              const field = form.row('lines', index)('quantity');
              return (
                <QuantityInput
                  id={field.id}
                  data-field
                  className={css.quantityInput}
                  aria-label={t('orders.form.quantityOf', { sku: line.sku })}
                  value={quantity}
                  set={field.set}
                  error={field.error}
                />
              );
            },
          },
        ]}
      />
      {error && <p className={css.error}>{translateMessage(t, error)}</p>}
      {broken.length > 0 && (
        <p className={css.shortNote} role="status">
          {t('orders.ship.breaksKits', { skus: broken.join(', ') })}
        </p>
      )}
    </div>
  );
}

interface PartialAddressProps extends PartProps {
  part: 'shipping_addr' | 'billing_addr';
  title: string;
}

/** An address of the shipment as text; editing it changes this shipment only. */
function PartialAddress({ form, part, title }: PartialAddressProps) {
  const t = useText();
  const { whole } = useAddressText();
  const [isOpen, setOpen] = useState(false);
  const within = form.within(part);
  const address: AddressCopy = form.values[part];
  return (
    <section className={css.wide} aria-label={title}>
      <div className={css.linesHead}>
        <h3 className={css.sideTitle}>{title}</h3>
        {!isOpen && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPencil size={15} stroke={1.7} />}
            aria-label={`${t('orders.ship.editAddress')}: ${title}`}
            onClick={() => setOpen(true)}
          >
            {t('orders.ship.editAddress')}
          </Button>
        )}
      </div>
      {isOpen ? (
        <div className={css.addressGrid}>
          <p className={css.second}>{t('orders.ship.addressOnly')}</p>
          <TextField {...within('company')} label={addressLabels.company} span={12} />
          <AddressFields form={{ field: within, set: (country) => form.set({ [part]: { ...address, ...country } }) }} />
        </div>
      ) : (
        <p className={css.address}>{whole(address)}</p>
      )}
    </section>
  );
}
