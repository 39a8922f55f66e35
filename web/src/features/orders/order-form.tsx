import {
  api,
  type Order,
  type OrderType,
  type Relation,
  relationDisplayName,
  relationTypeOf,
} from '@longshore/contract';
import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call, useRead, useWrite } from '../../lib/api.ts';
import { useOpenedClient, useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { FormPage } from '../../ui/form/form-page.tsx';
import { PercentField } from '../../ui/form/number-fields.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { listAddress } from '../../ui/list/list-address.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { RouteLink, useGo } from '../../ui/route-link.tsx';
import { useFocusNext } from '../../ui/use-focus-next.ts';
import { AddressEditor } from './address-editor.tsx';
import { AddressField, type AddressFieldProps, currentAddress } from './address-field.tsx';
import { AccountFields, CourierFields, useCouriers } from './courier-fields.tsx';
import { LineEditor, pickerId } from './line-editor.tsx';
import { rememberOrder } from './order-cache.ts';
import {
  ADDRESS_SIDES,
  type AddressSide,
  addressMode,
  atFormFields,
  bodyOf,
  draftOf,
  draftSchema,
  newOrderBody,
  type OrderDraft,
} from './order-draft.ts';
import { DraftTotals } from './order-totals.tsx';
import { orderPath, ordersPath, relationLabel, useOrderType } from './order-words.ts';
import css from './orders.module.css';
import { defaultsOf } from './relation-defaults.ts';
import { RelationSearch } from './relation-search.tsx';
import { useDraftWeight } from './use-draft-weight.ts';

export function OrderForm() {
  const type = useOrderType();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const isNew = id === 'new';
  const read = useRead(api.orders.get, { params: { id: Number(id) } }, { enabled: !isNew, staleTime: 0 });
  const list = listAddress(ordersPath(type));
  return (
    <Allowed access={isNew ? api.orders.create.access : api.orders.update.access} backTo={list}>
      {isNew ? (
        <OrderFields key={type} type={type} order={undefined} />
      ) : (
        <Loaded read={read} fresh backTo={list}>
          {(order) =>
            order.status === 'Open' ? (
              <OrderFields key={order.id} type={order.type} order={order} />
            ) : (
              <NotEditable order={order} />
            )
          }
        </Loaded>
      )}
    </Allowed>
  );
}

function NotEditable({ order }: { order: Order }) {
  const t = useText();
  return (
    <div className={css.overlay}>
      <PageHead
        title={order.reference}
        crumbs={[
          { label: t(`navigation.orders.${order.type}`), href: listAddress(ordersPath(order.type)) },
          { label: order.reference, href: orderPath(order.type, order.id, 'view') },
          { label: t('orders.form.edit') },
        ]}
      />
      <EmptyState
        title={t('orders.form.notEditable')}
        hint={t('orders.form.notEditableHint', { status: t(`orders.statuses.${order.status}`) })}
      >
        <Button variant="default" component={RouteLink} href={orderPath(order.type, order.id, 'view')}>
          {t('orders.form.goBack')}
        </Button>
      </EmptyState>
    </div>
  );
}

interface OrderFieldsProps {
  type: OrderType;
  order: Order | undefined;
}

const draftNameOf = ({ type, order }: OrderFieldsProps) => `order ${type} ${order?.id ?? 'new'}`;

function useOrderForm({ type, order }: OrderFieldsProps): RecordForm<OrderDraft> {
  const go = useGo();
  const opened = useOpenedClient();
  const create = useWrite(api.orders.create, handledByForm);
  const update = useWrite(api.orders.update, handledByForm);
  const params = { id: order?.id ?? 0 };
  const save = (draft: OrderDraft) =>
    order
      ? update.mutateAsync({ params, body: bodyOf(draft, order) })
      : create.mutateAsync({ body: newOrderBody(draft, type, opened) });
  return useRecordForm({
    draft: draftNameOf({ type, order }),
    schema: draftSchema(order),
    initial: draftOf(order),
    save: (draft) =>
      save(draft).catch((error) => {
        throw atFormFields(error);
      }),
    ...(order ? { reload: async () => draftOf(await call(api.orders.get, { params })) } : {}),
    refusedInline: true,
    onSaved: (saved) => {
      rememberOrder(saved);
      go(orderPath(saved.type, saved.id, 'view'));
    },
  });
}

function OrderFields({ type, order }: OrderFieldsProps) {
  const t = useText();
  const form = useOrderForm({ type, order });
  const { client_id } = useOpenedClient();
  const [edited, setEdited] = useState<AddressSide>();
  const { relation_id } = form.values;
  const relation = useRead(api.relations.get, { params: { id: relation_id } }, { enabled: relation_id > 0 }).data;
  const clientId = order?.client_id ?? client_id;
  const courier = {
    courier_id: form.field('courier_id'),
    payment: form.field('payment'),
    account: form.field('account'),
    collect_country_code: form.field('collect_country_code'),
    collect_zip_code: form.field('collect_zip_code'),
  };
  const list = listAddress(ordersPath(type));
  const view = order ? orderPath(type, order.id, 'view') : list;
  const addressOf = (side: AddressSide): AddressFieldProps => ({
    form,
    side,
    type,
    order,
    addresses: relation?.addresses,
    onEdit: setEdited,
  });
  return (
    <>
      <FormPage
        form={form}
        title={t(`orders.types.${type}.${order ? 'edit' : 'create'}`)}
        crumbs={[
          { label: t(`navigation.orders.${type}`), href: list },
          ...(order ? [{ label: order.reference, href: view }] : []),
          { label: t(order ? 'orders.form.edit' : 'orders.form.new') },
        ]}
        clientId={clientId}
        leaveTo={view}
        side={<SideFields form={form} />}
      >
        <HeadFields form={form} type={type} order={order} relation={relation} clientId={clientId} />
        {addressMode(order, 'shipping') === 'hidden' ? (
          <p className={css.placeholder}>{t('orders.form.channelAddresses')}</p>
        ) : (
          ADDRESS_SIDES.map((side) => <AddressField key={side} {...addressOf(side)} />)
        )}
        <CourierFields fields={courier} clientId={clientId} />
        <TermFields form={form} />
        <AccountFields fields={courier} />
        <LineEditor form={form} type={type} clientId={clientId} />
      </FormPage>
      {edited && (
        <AddressEditor
          draft={`${draftNameOf({ type, order })} ${edited} address ${relation_id}`}
          relationId={relation_id}
          relationType={relationTypeOf(type)}
          company={relation?.name ?? ''}
          address={currentAddress(addressOf(edited))}
          onSaved={({ id, copy }) =>
            form.set({
              [`${edited}_address_id`]: copy ? form.values[`${edited}_address_id`] : id,
              [`${edited}_address`]: copy,
            })
          }
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

interface HeadProps extends OrderFieldsProps {
  form: RecordForm<OrderDraft>;
  relation: Relation | undefined;
  clientId: number | undefined;
}

/** Relation, reference and PO. Enter in the PO skips what the relation has filled in. */
function HeadFields({ form, type, order, relation, clientId }: HeadProps) {
  const { preferences } = useSession();
  const couriers = useCouriers(clientId, form.values.courier_id);
  const isOrders = order && order.relation_id === form.values.relation_id;
  const name = isOrders
    ? relationDisplayName(order.relation.name, order.source.source)
    : relationDisplayName(relation?.name ?? '');
  const reference = form.field('reference');
  const focusNext = useFocusNext();
  const choose = (chosen: Relation) => {
    const isDisabled = preferences.disable_order_address_autofill_bool;
    form.set(defaultsOf(chosen, { isDisabled, courierIds: couriers.map(({ id }) => id), order }));
    focusNext(reference.id);
  };
  const skip = () => {
    const isMissing = (field: 'shipping_address_id' | 'billing_address_id' | 'courier_id') => !form.values[field];
    const missing = order
      ? undefined
      : (['shipping_address_id', 'billing_address_id', 'courier_id'] as const).find(isMissing);
    document.getElementById(missing ? form.field(missing).id : pickerId(form))?.focus();
  };
  return (
    <>
      <RelationSearch
        {...form.field('relation_id')}
        label={relationLabel(type)}
        span={6}
        type={relationTypeOf(type)}
        clientId={clientId}
        name={name}
        onPick={choose}
      />
      <TextField {...reference} label="orders.reference" span={3} />
      <TextField {...form.field('po')} label="orders.po" span={3} onEnter={skip} />
    </>
  );
}

interface PartProps {
  form: RecordForm<OrderDraft>;
}

function TermFields({ form }: PartProps) {
  const t = useText();
  const { resources } = useSession();
  const { payment_term } = form.values;
  const terms = resources.terms.filter(({ is_active }) => is_active).map(({ name }) => name);
  return (
    <>
      <SelectField
        {...form.field('payment_term')}
        label="orders.paymentTerm"
        span={3}
        choices={[
          { value: 'NA', label: t('forms.none') },
          ...[...new Set([...terms, payment_term])]
            .filter((term) => term !== 'NA')
            .map((term) => ({ value: term, label: term })),
        ]}
      />
      <PercentField
        {...form.field('tax_rate')}
        label="orders.taxRate"
        span={2}
        offered={resources.taxes.filter(({ is_active }) => is_active)}
      />
    </>
  );
}

function SideFields({ form }: PartProps) {
  const weight = useDraftWeight(form.values.lines);
  return (
    <div className={css.sideFields}>
      <DraftTotals draft={form.values} weight={weight} />
      <TextAreaField {...form.field('note')} label="orders.note" />
      <TextAreaField {...form.field('print_note')} label="orders.printNote" hint="orders.form.printNoteHint" />
    </div>
  );
}
