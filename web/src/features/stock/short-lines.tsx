import { api, type ReservingShipment } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconScissors } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { asFailure } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import { shipmentPath } from '../records/index.ts';
import css from './stock.module.css';

/**
 * A command whose units may be reserved for shipments. It is refused with the list of them, and can be repeated so
 * that these shipments give up what is missing.
 */
export function useShortLines() {
  const [reserving, setReserving] = useState<readonly ReservingShipment[]>([]);
  const isShortening = useRef(false);
  return {
    reserving,
    isShortening: () => isShortening.current,
    send: async <Answer,>(command: (short_lines: 0 | 1) => Promise<Answer>): Promise<Answer> => {
      try {
        return await command(isShortening.current ? 1 : 0);
      } catch (error) {
        setReserving(asFailure(error).details.shipments ?? []);
        throw error;
      }
    },
    /** Submits the form once more, this time shortening the shipments. */
    shorten: async (submit: () => Promise<void>) => {
      isShortening.current = true;
      await submit();
      isShortening.current = false;
    },
  };
}

interface ShortLinesProps {
  reserving: readonly ReservingShipment[];
  isBusy: boolean;
  onShorten: () => void;
}

/** Lists the shipments that hold the units, and offers to shorten them. Nothing while there are none. */
export function ShortLines({ reserving, isBusy, onShorten }: ShortLinesProps) {
  const t = useText();
  const format = useFormat();
  const { can } = useSession();
  if (reserving.length === 0) return null;
  return (
    <section className={css.reserving} aria-label={t('stock.short.title')}>
      <span className={css.reservingTitle}>{t('stock.short.title')}</span>
      <ul className={css.reservingRows}>
        {reserving.map(({ shipment_id, reference, units, ship_date, locked_by }) => {
          const name = t('stock.short.shipment', { id: shipment_id, reference });
          return (
            <li key={shipment_id} className={css.reservingRow}>
              {can(api.shipments.get.access) ? (
                <RouteLink href={shipmentPath('outbound', shipment_id)} target="_blank">
                  {name}
                </RouteLink>
              ) : (
                name
              )}
              <span className={css.reservingNote}>
                {[format.date(ship_date), locked_by && t('shipments.heldBy', { name: locked_by })]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className={css.units}>{format.number(units)}</span>
            </li>
          );
        })}
      </ul>
      <p className={css.reservingText}>{t('stock.short.text')}</p>
      <Button
        variant="default"
        leftSection={<IconScissors size={16} stroke={1.7} />}
        disabled={isBusy}
        onClick={onShorten}
      >
        {t('stock.short.action')}
      </Button>
    </section>
  );
}
