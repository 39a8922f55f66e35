import {
  api,
  directionOf,
  isAllowed,
  type Order,
  orderFields,
  PAYMENTS,
  relationDisplayName,
  relationTypeOf,
  type TraceField,
} from '@longshore/contract';
import { Tooltip } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useLanguage, useText } from '../../lib/text/text.ts';
import { useBackLink } from '../../ui/back-link.ts';
import { DetailPage, Section } from '../../ui/detail/detail-page.tsx';
import { type Fact, Facts } from '../../ui/detail/facts.tsx';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { useFacts } from '../../ui/fields.ts';
import { countryName } from '../../ui/form/countries.ts';
import { listAddress } from '../../ui/list/list-address.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Tag } from '../../ui/tag.tsx';
import { CategoriesPanel, CommentsPanel, FilesPanel, TracePanel } from '../records/index.ts';
import { relationPath } from '../relations/index.ts';
import { OrderButtons, useOrderMenu } from './order-actions.tsx';
import { OrderLines } from './order-lines.tsx';
import {
  goodsAddressLabel,
  orderLabels as labels,
  orderPills,
  ordersPath,
  orderTraceLabels,
  relationLabel,
  sameAddressLabel,
  stateOf,
  useAddressText,
  useOrderType,
} from './order-words.ts';
import css from './orders.module.css';
import { ShipmentsPanel } from './shipments-panel.tsx';

/** What later modules add to the page. */
export interface OrderSlots {
  Print: ComponentType<{ order: Order }>;
  /** The plan at a marketplace. */
  Plan: ComponentType<{ order: Order }>;
}

export function OrderView({ slots }: { slots: OrderSlots }) {
  const type = useOrderType();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const read = useRead(api.orders.get, { params: { id: Number(id) } });
  const back = useBackLink() ?? listAddress(ordersPath(type));
  return (
    <Loaded read={read} backTo={back}>
      {(order) => <OrderPage key={order.id} order={order} back={back} slots={slots} />}
    </Loaded>
  );
}

const leftoverOfOrder = ({ lines }: Order) => lines.reduce((sum, { line_status }) => sum + line_status.leftover, 0);

interface PageProps {
  order: Order;
  back: string;
  slots: OrderSlots;
}

function OrderPage({ order, back, slots: { Print, Plan } }: PageProps) {
  const t = useText();
  const formatValue = useOrderValue();
  const { menu, dialog } = useOrderMenu(order);
  const { reference, status, type } = order;
  return (
    <DetailPage
      title={reference}
      clientId={order.client_id}
      crumbs={[{ label: t('orders.all') }, { label: t(`navigation.orders.${type}`), href: back }, { label: reference }]}
      badge={
        <>
          <StatusPill status={orderPills[status]}>{t(`orders.statuses.${status}`)}</StatusPill>
          {stateOf(order).hasBackOrder && (
            <Tag tone="attention">{t('orders.view.backOrder', { count: leftoverOfOrder(order) })}</Tag>
          )}
        </>
      }
      actions={
        <>
          <Print order={order} />
          <OrderButtons order={order} />
        </>
      }
      menu={menu}
      side={
        <>
          {status !== 'Cancelled' && <ShipmentsPanel order={order} canShip={isAllowed(stateOf(order), 'ship')} />}
          <Plan order={order} />
          <CategoriesPanel type="Order" id={order.id} />
          <CommentsPanel type="Order" id={order.id} />
          <FilesPanel type="Order" id={order.id} />
          <TracePanel
            traceableType="Order"
            traceableId={order.id}
            name={reference}
            fieldLabels={orderTraceLabels(order.type)}
            formatValue={formatValue}
          />
        </>
      }
    >
      <Section>
        <OrderFacts order={order} />
      </Section>
      <OrderLines order={order} />
      <Section>
        <Facts
          items={[
            { label: labels.note, value: order.note, wide: true },
            { label: labels.print_note, value: order.print_note, wide: true },
          ]}
        />
      </Section>
      {dialog}
    </DetailPage>
  );
}

/** Formats a traced value, for the history. */
function useOrderValue() {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  return (field: TraceField<'Order'>, value: string) => {
    switch (field) {
      case 'status':
        return value in orderPills ? t(`orders.statuses.${value as keyof typeof orderPills}`) : undefined;
      case 'accounting.tax_rate':
        return format.percent(Number(value), 3);
      case 'accounting.payment_term':
        return value === 'NA' ? t('forms.none') : value;
      case 'shipping.payment': {
        const payment = PAYMENTS.find((known) => known === value);
        return payment && t(`relations.payments.${payment}`);
      }
      case 'shipping.collect_account.collect_country_code':
        return countryName(value, language);
      default:
        return undefined;
    }
  };
}

/** The relation's name, with its account, address and telephone number in a tooltip. */
function RelationLink({ order: { relation, source, type } }: { order: Order }) {
  const name = relationDisplayName(relation.name, source.source);
  const tip = [name, relation.account, relation.email, relation.phone].filter(Boolean).join('\n');
  return (
    <Tooltip
      label={<span className={css.tip}>{tip}</span>}
      multiline
      events={{ hover: true, focus: true, touch: true }}
    >
      <RouteLink className={css.link} href={relationPath(relationTypeOf(type), relation.id, 'view')}>
        {name}
      </RouteLink>
    </Tooltip>
  );
}

/** Where the order came from: the connection of its shop, linked for users who may see it. */
function OrderSource({ order: { source, api_credential_id } }: { order: Order }) {
  const { can } = useSession();
  if (api_credential_id === null || !can(api.integrations.get.access)) return source.source || '–';
  return (
    <RouteLink className={css.link} href={`/integrations/${api_credential_id}/action/view`}>
      {[source.source, source.source_key].filter(Boolean).join(' · ')}
    </RouteLink>
  );
}

const sameAddress = ({ shipping_address, billing_address }: Order) =>
  JSON.stringify(Object.entries(shipping_address).toSorted()) ===
  JSON.stringify(Object.entries(billing_address).toSorted());

function OrderFacts({ order }: { order: Order }) {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  const { whole } = useAddressText();
  const { relation, shipping, accounting, shipping_address, billing_address } = order;
  const { account, collect_country_code, collect_zip_code } = shipping.collect_account;
  const facts = useFacts(orderFields, order);
  const payment = t(`relations.payments.${shipping.payment}`);
  const rate = format.percent(accounting.tax_rate, 3);
  const charged: Fact[] =
    shipping.payment === 'prepaid'
      ? []
      : [
          { label: 'orders.collectAccount', value: account, copy: true },
          { label: 'orders.collectCountry', value: countryName(collect_country_code, language) },
          { label: 'orders.collectZip', value: collect_zip_code },
        ];
  return (
    <Facts
      items={[
        {
          label: relationLabel(order.type),
          value: <RelationLink order={order} />,
          second: relation.account && t('orders.view.account', { account: relation.account }),
        },
        {
          label: goodsAddressLabel(directionOf(order.type)),
          value: whole(shipping_address),
          copy: whole(shipping_address),
        },
        sameAddress(order)
          ? {
              label: labels.billing_address,
              value: t(sameAddressLabel(directionOf(order.type))),
              copy: whole(billing_address),
            }
          : { label: labels.billing_address, value: whole(billing_address), copy: whole(billing_address) },
        { label: 'orders.courier', value: shipping.courier_name, second: payment },
        ...charged,
        ...Object.values(facts),
        { label: 'orders.source', value: <OrderSource order={order} />, second: order.source.source_id },
        {
          label: 'orders.view.terms',
          value:
            accounting.payment_term === 'NA'
              ? t('orders.view.taxOnly', { rate })
              : t('orders.view.termAndTax', { term: accounting.payment_term, rate }),
        },
        { label: 'orders.view.created', value: format.date(order.created_at) },
      ]}
    />
  );
}
