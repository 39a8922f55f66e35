import type { Inventory } from '@longshore/contract';
import { dayOf, useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { Mono } from '../../ui/mono.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './stock.module.css';
import { daysUntil } from './stock-expiry.ts';

const SHOWN = 4;
/** 90 days: enough time to sell the stock. */
const SOON_DAYS = 90;

/** The lots of the pristine stock that expire next. */
export function ExpiryPanel({ inventory }: { inventory: Inventory }) {
  const t = useText();
  const format = useFormat();
  const lots = inventory.lot_qty.filter(({ expire_date, quantity }) => expire_date !== null && quantity > 0);
  if (lots.length === 0) return null;
  const today = dayOf(new Date(), format.place.timezone);
  return (
    <SidePanel title={t('stock.nextToExpire')}>
      <ul className={css.expiry}>
        {lots.slice(0, SHOWN).map(({ lot_id: id, lot_number: number, expire_date, quantity }) => {
          const expires = expire_date ?? today;
          const days = daysUntil(expires, today);
          return (
            <li key={id} className={css.expiring}>
              <Mono>{number}</Mono>
              <span>{format.date(expires)}</span>
              <span className={css.units}>{format.number(quantity)}</span>
              <Tag tone={days < 0 ? 'attention' : days <= SOON_DAYS ? 'caution' : 'plain'}>
                {days < 0 ? t('stock.expired') : t('stock.daysLeft', { count: days })}
              </Tag>
            </li>
          );
        })}
      </ul>
    </SidePanel>
  );
}
