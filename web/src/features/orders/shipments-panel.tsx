import { api, directionOf, type Order, type ShipmentSummary } from '@longshore/contract';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Waterline } from '../../ui/waterline.tsx';
import { orderShipmentPath, shipmentPath } from '../records/index.ts';
import { shipmentPills } from './order-words.ts';
import css from './orders.module.css';

const loadPartial = () => import('./partial-dialog.tsx');
const PartialDialog = lazyPart(loadPartial);

/** The shipments of an order; part of what is left can be made another one. */
export function ShipmentsPanel({ order, canShip }: { order: Order; canShip: boolean }) {
  const t = useText();
  const format = useFormat();
  const { can } = useSession();
  const [isShippingPart, setShippingPart] = useState(false);
  const direction = directionOf(order.type);
  const seesWarehouse = can(api.shipments.get.access);
  const offersPart = canShip && can(api.orders.shipPartial.access);
  return (
    <SidePanel
      title={t('orders.view.shipments')}
      count={order.shipments.length}
      action={
        offersPart && (
          <AddButton place="beside" onHover={loadPartial} onClick={() => setShippingPart(true)}>
            {t(`orders.ship.${direction}.part`)}
          </AddButton>
        )
      }
    >
      {order.shipments.length === 0 && <p className={css.none}>{t('orders.view.noShipments')}</p>}
      <ul className={css.shipments}>
        {order.shipments.map((shipment) => (
          <li key={shipment.id}>
            <span className={css.shipmentHead}>
              <RouteLink className={css.link} href={orderShipmentPath(order.id, shipment.id)}>
                {t('orders.view.shipment', { id: shipment.id })}
              </RouteLink>
              <StatusPill status={shipmentPills[shipment.status]}>
                {t(`orders.shipmentStatuses.${shipment.status}`)}
              </StatusPill>
            </span>
            <Fulfilled shipment={shipment} />
            <span className={css.second}>
              {[format.date(shipment.ship_date), shipment.courier_name, shipment.waybill].filter(Boolean).join(' · ')}
            </span>
            {seesWarehouse && (
              <RouteLink
                className={css.warehouseLink}
                href={shipmentPath(direction, shipment.id)}
                aria-label={t('orders.view.warehousePageOf', { id: shipment.id })}
              >
                {t('orders.view.warehousePage')}
              </RouteLink>
            )}
          </li>
        ))}
      </ul>
      {isShippingPart && <PartialDialog order={order} onClose={() => setShippingPart(false)} />}
    </SidePanel>
  );
}

/** How many of its units were shipped or received. */
function Fulfilled({ shipment: { id, units, fulfilled } }: { shipment: ShipmentSummary }) {
  const t = useText();
  const format = useFormat();
  const numbers = t('orders.view.fulfilledOf', { done: format.number(fulfilled), units: format.number(units) });
  return (
    <span className={css.fulfilled}>
      <Waterline
        done={fulfilled}
        total={units}
        tone={fulfilled === units ? 'good' : 'accent'}
        label={t('orders.view.shipment', { id })}
      />
      {numbers}
    </span>
  );
}
