import { api, type Inventory, RESERVATION_PAGE, type Reservation, type ReservationHolder } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import css from './stock.module.css';

const SHOWN = 5;
type Say = ReturnType<typeof useText>;

/** Labels of the kinds of holder. */
const holderNames: Record<ReservationHolder, (t: Say, id: number) => string> = {
  shipment_line: (t, id) => t('stock.holders.shipment_line', { id }),
};

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
  const t = useText();
  const format = useFormat();
  return (
    <ul className={css.reservations}>
      {reservations.map(({ id, holder, quantity, since }) => (
        <li key={id} className={css.reservation}>
          <span>{holderNames[holder.kind](t, holder.id)}</span>
          <time dateTime={since} className={css.muted}>
            {format.date(since)}
          </time>
          <span className={css.units}>{format.number(quantity)}</span>
        </li>
      ))}
    </ul>
  );
}
