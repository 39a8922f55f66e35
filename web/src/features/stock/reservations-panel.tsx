import { api, type Inventory, RESERVATION_PAGE, type Reservation } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { orderShipmentPath, shipmentPath } from '../records/index.ts';
import css from './stock.module.css';

const SHOWN = 5;

/** The shipment that holds the units, linked to the page of it that the user may see, with the order's reference. */
function Holder({ reservation: { holder, shipment } }: { reservation: Reservation }) {
  const t = useText();
  const { can } = useSession();
  if (!shipment) return <span>{t(`stock.holders.${holder.kind}`, { id: holder.id })}</span>;
  const { id, order_id, reference } = shipment;
  // Only goods that leave are reserved.
  const href = can(api.shipments.get.access) ? shipmentPath('outbound', id) : orderShipmentPath(order_id, id);
  return (
    <span>
      <RouteLink href={href}>{t('stock.holders.shipment', { id })}</RouteLink>
      <span className={css.holderReference}>{reference}</span>
    </span>
  );
}

/** The item's reservations: holder, quantity and time. */
export function ReservationsPanel({ inventory }: { inventory: Inventory }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const isItem = inventory.type === 'Item';
  const { data } = useRead(api.stock.reservations, { params: { id: inventory.id } }, { enabled: isItem });
  if (!isItem) return null;
  const reservations = data?.records ?? [];
  return (
    <SidePanel
      title={t('stock.reservations')}
      action={
        reservations.length > SHOWN && (
          <Button variant="subtle" size="xs" onClick={() => setOpen(true)}>
            {t('stock.allReservations')}
          </Button>
        )
      }
    >
      {data && reservations.length === 0 && <p className={css.none}>{t('stock.noReservations')}</p>}
      <Reservations reservations={reservations.slice(0, SHOWN)} />
      {open && (
        <Dialog title={t('stock.reservationsOf', { sku: inventory.sku })} size={440} onClose={() => setOpen(false)}>
          <Reservations reservations={reservations} />
          {data?.more && <p className={css.none}>{t('stock.moreReservations', { count: RESERVATION_PAGE })}</p>}
        </Dialog>
      )}
    </SidePanel>
  );
}

function Reservations({ reservations }: { reservations: readonly Reservation[] }) {
  const format = useFormat();
  return (
    <ul className={css.reservations}>
      {reservations.map((reservation) => {
        const { id, quantity, since } = reservation;
        return (
          <li key={id} className={css.reservation}>
            <Holder reservation={reservation} />
            <time dateTime={since} className={css.muted}>
              {format.date(since)}
            </time>
            <span className={css.units}>{format.number(quantity)}</span>
          </li>
        );
      })}
    </ul>
  );
}
