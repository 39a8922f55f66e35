import type { ShipmentStatus } from '@longshore/contract';
import { dayOf, useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Tag } from '../../ui/tag.tsx';
import css from './shipments.module.css';

/** The ship date; of a shipment that is not finished and past it, marked as late. */
export function ShipDate({ day, status }: { day: string; status: ShipmentStatus }) {
  const t = useText();
  const format = useFormat();
  const { timezone } = useSession();
  const isLate = status !== 'Finished' && day < dayOf(new Date(), timezone);
  if (!isLate) return format.date(day);
  return (
    <span className={css.shipDate}>
      {format.date(day)}
      <Tag tone="attention">{t('shipments.late')}</Tag>
    </span>
  );
}
