import { api, availableUnits, directionOf, isAllowed, lineToFill, type Order, sumOfUnits } from '@longshore/contract';
import { Button, Group, Text } from '@mantine/core';
import { IconBan, IconCopy, IconPackageImport, IconPencil, IconTruck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { refresh, useWrite } from '../../lib/api.ts';
import { refusalOf, showSuccess } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { MenuAction } from '../../ui/detail/detail-page.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { focusCreatedLink } from '../../ui/page-focus.ts';
import { RouteLink, useGo } from '../../ui/route-link.tsx';
import { orderShipmentPath, shipmentPath } from '../records/index.ts';
import { rememberOrder } from './order-cache.ts';
import { orderPath, stateOf } from './order-words.ts';

const icon = { size: 16, stroke: 1.7 };

/** Shows the order after a shipment of it was made, and where to go next. */
function useShipped(order: Order) {
  const t = useText();
  const { can } = useSession();
  return (shipped: Order) => {
    rememberOrder(shipped);
    // The newest has the highest id; whoever may fulfil it goes there next.
    const id = Math.max(...shipped.shipments.map((shipment) => shipment.id));
    const direction = directionOf(order.type);
    focusCreatedLink(can(api.shipments.get.access) ? shipmentPath(direction, id) : orderShipmentPath(order.id, id));
    showSuccess(t(`orders.ship.${direction}.done`, { reference: order.reference }));
  };
}

/** Units of an order that can leave now, and whether that is only a part of what is left. */
export function availableOf({ type, lines }: Order): { units: number; isPart: boolean } {
  const left = lines.reduce((sum, { line_status }) => sum + line_status.leftover, 0);
  if (directionOf(type) !== 'outbound') return { units: left, isPart: false };
  const units = sumOfUnits(availableUnits(lines.map(lineToFill)));
  return { units, isPart: units > 0 && units < left };
}

/** Makes a shipment of what is available of an order that is short. */
export function useShipAvailable(order: Order) {
  const { can } = useSession();
  const onSuccess = useShipped(order);
  const ship = useWrite(api.orders.shipAvailable, {
    onSuccess,
    onFailure: () => {
      void refresh(api.orders.get, { params: { id: order.id } });
      return undefined;
    },
  });
  const { units, isPart } = availableOf(order);
  return {
    units,
    isAllowed: isPart && can(api.orders.shipAvailable.access) && isAllowed(stateOf(order), 'ship'),
    busy: ship.isPending,
    run: () => ship.mutate({ params: { id: order.id } }),
  };
}

const SHORT = 40002;

/** Makes a shipment of everything that is left of an order; `short` is why it was refused for what is not there. */
export function useShipFull(order: Order) {
  const t = useText();
  const { can } = useSession();
  const [short, setShort] = useState('');
  const onSuccess = useShipped(order);
  const ship = useWrite(api.orders.shipFull, {
    onSuccess,
    // The order on the screen may be out of date: what is short, or somebody was faster.
    onFailure: (failure) => {
      void refresh(api.orders.get, { params: { id: order.id } });
      if (failure.code !== SHORT) return undefined;
      setShort(refusalOf(failure, t));
      return true;
    },
  });
  return {
    isAllowed: can(api.orders.shipFull.access) && isAllowed(stateOf(order), 'ship'),
    busy: ship.isPending,
    run: () => ship.mutate({ params: { id: order.id } }),
    short,
    closeShort: () => setShort(''),
  };
}

/** Why an order cannot ship as a whole, and what of it can. */
function ShortDialog({ order, why, onClose }: { order: Order; why: string; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const available = useShipAvailable(order);
  const title = t('orders.ship.shortTitle', { reference: order.reference });
  if (!available.isAllowed)
    return (
      <Dialog title={title} onClose={onClose}>
        <Text mb="lg">{why}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common.close')}
          </Button>
        </Group>
      </Dialog>
    );
  return (
    <ConfirmDialog
      title={title}
      text={why}
      confirm={t('orders.ship.available', { count: format.number(available.units) })}
      busy={available.busy}
      onConfirm={() => {
        available.run();
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** The actions that make sense now: edit, and ship what is left, or what is available of it. */
export function OrderButtons({ order }: { order: Order }) {
  const t = useText();
  const { can } = useSession();
  const format = useFormat();
  const ship = useShipFull(order);
  const available = useShipAvailable(order);
  const direction = directionOf(order.type);
  const Icon = direction === 'outbound' ? IconTruck : IconPackageImport;
  return (
    <>
      {isAllowed(stateOf(order), 'edit') && can(api.orders.update.access) && (
        <Button
          variant="default"
          aria-keyshortcuts="e"
          component={RouteLink}
          href={orderPath(order.type, order.id, 'edit')}
          leftSection={<IconPencil {...icon} />}
        >
          {t('orders.view.edit')}
        </Button>
      )}
      {ship.isAllowed && (
        <Button
          leftSection={<Icon {...icon} />}
          variant={available.isAllowed ? 'default' : 'filled'}
          disabled={ship.busy}
          onClick={ship.run}
        >
          {t(`orders.ship.${direction}.${order.status === 'Open' ? 'all' : 'remaining'}`)}
        </Button>
      )}
      {available.isAllowed && (
        <Button leftSection={<Icon {...icon} />} disabled={available.busy} onClick={available.run}>
          {t('orders.ship.available', { count: format.number(available.units) })}
        </Button>
      )}
      {ship.short && <ShortDialog order={order} why={ship.short} onClose={ship.closeShort} />}
    </>
  );
}

/** Clone, cancel and cancel back-order, with the confirmation that is open. */
export function useOrderMenu(order: Order): { menu: MenuAction[]; dialog: ReactNode } {
  const t = useText();
  const go = useGo();
  const { can } = useSession();
  const [isCancelling, setCancelling] = useState(false);
  const clone = useWrite(api.orders.clone, {
    onSuccess: (copy) => {
      rememberOrder(copy);
      go(orderPath(copy.type, copy.id, 'view'));
      showSuccess(t('orders.view.cloned', { reference: copy.reference }));
    },
  });
  const state = stateOf(order);
  const isBackOrder = isAllowed(state, 'cancel back-order');
  const menu: MenuAction[] = [
    ...(can(api.orders.clone.access) && order.status !== 'Cancelled'
      ? [
          {
            label: t('orders.view.clone'),
            icon: <IconCopy {...icon} />,
            run: () => clone.mutate({ params: { id: order.id } }),
          },
        ]
      : []),
    ...(can(api.orders.cancel.access) && (isBackOrder || isAllowed(state, 'cancel'))
      ? [
          {
            label: t(isBackOrder ? 'orders.view.cancelBackOrder' : 'orders.view.cancel'),
            icon: <IconBan {...icon} />,
            danger: true,
            run: () => setCancelling(true),
          },
        ]
      : []),
  ];
  const dialog = isCancelling && (
    <CancelDialog order={order} isBackOrder={isBackOrder} onClose={() => setCancelling(false)} />
  );
  return { menu, dialog };
}

interface CancelProps {
  order: Order;
  isBackOrder: boolean;
  onClose: () => void;
}

function CancelDialog({ order, isBackOrder, onClose }: CancelProps) {
  const t = useText();
  const { reference } = order;
  const left = order.lines.reduce((sum, { line_status }) => sum + line_status.leftover, 0);
  const cancel = useWrite(api.orders.cancel, {
    onSuccess: (cancelled) => {
      rememberOrder(cancelled);
      showSuccess(t(isBackOrder ? 'orders.view.backOrderCancelled' : 'orders.view.cancelled', { reference }));
      onClose();
    },
    onFailure: () => {
      void refresh(api.orders.get, { params: { id: order.id } });
      onClose();
      return undefined;
    },
  });
  return (
    <ConfirmDialog
      title={t(isBackOrder ? 'orders.view.cancelBackOrderTitle' : 'orders.view.cancelTitle', { reference })}
      text={isBackOrder ? t('orders.view.cancelBackOrderText', { count: left }) : t('orders.view.cancelText')}
      back={t('orders.view.goBack')}
      confirm={t('orders.view.confirm')}
      danger
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate({ params: { id: order.id } })}
      onClose={onClose}
    />
  );
}
