import { api, directionOf, type Order } from '@longshore/contract';
import { lazy, Suspense, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { orderShipmentPath, shipmentPath } from '../records/index.ts';
import { shipmentPills } from './order-words.ts';
import css from './orders.module.css';

const loadPartial = () => import('./partial-dialog.tsx');
const PartialDialog = lazy(loadPartial);

/** The shipments of an order; part of what is left can be made another one. */
export function ShipmentsPanel({ order, canShip }: { order: Order; canShip: boolean }) {
  const t = useText();
  const format = useFormat();
  const { can } = useSession();
  const [isShippingPart, setShippingPart] = useState(false);
  const direction = directionOf(order.type);
  // Clients and staff without the permission read a shipment as a part of its order.
  const hrefOf = (id: number) =>
    can(api.shipments.get.access) ? shipmentPath(direction, id) : orderShipmentPath(order.id, id);
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
              <RouteLink className={css.link} href={hrefOf(shipment.id)}>
                {t('orders.view.shipment', { id: shipment.id })}
              </RouteLink>
              <StatusPill status={shipmentPills[shipment.status]}>
                {t(`orders.shipmentStatuses.${shipment.status}`)}
              </StatusPill>
            </span>
            <span className={css.second}>
              {[
                t('orders.view.shipmentUnits', { count: shipment.units }),
                format.date(shipment.ship_date),
                shipment.courier_name,
                shipment.waybill,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {isShippingPart && (
        <Suspense>
          <PartialDialog order={order} onClose={() => setShippingPart(false)} />
        </Suspense>
      )}
    </SidePanel>
  );
}
