import { api, type Inventory } from '@longshore/contract';
import { useRead } from '../../lib/api.ts';
import { describeFailure } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { LineTable } from '../../ui/detail/line-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Mono } from '../../ui/mono.tsx';
import { Tag } from '../../ui/tag.tsx';
import { PlateLink } from '../records/index.ts';
import css from './stock.module.css';
import { endOfDay, lotNumber, plateNumber } from './stock-words.ts';

/** The stock rows at the end of a day. Without bins: those are in the plates' own history. */
export function PastStock({ inventory, day }: { inventory: Inventory; day: string }) {
  const t = useText();
  const format = useFormat();
  const at = endOfDay(day, format.place.timezone).toISOString();
  const { data, error } = useRead(
    api.stock.asOf,
    { params: { id: inventory.id }, query: { at } },
    { keepPrevious: true },
  );
  const title = t('stock.endOf', { day: format.date(day) });
  if (error) return <EmptyState title={title} hint={describeFailure(error, t).sentence} />;
  if (!data) return null;
  if (data.length === 0) return <EmptyState title={title} hint={t('stock.nothingThen')} />;
  const pristine = data.filter(({ quarantine }) => !quarantine);
  return (
    <>
      <p className={css.past}>{title}</p>
      <LineTable
        label={title}
        dense
        rows={data}
        rowKey={({ license, lot_number: lot, quarantine }) => `${license} ${lot} ${quarantine}`}
        columns={[
          {
            header: 'inventory.plate',
            render: ({ license, license_id }) =>
              plateNumber(license) ? (
                <PlateLink id={license_id} license={license} />
              ) : (
                <span className={css.muted}>{t('inventory.noPlate')}</span>
              ),
            total: t('inventory.pristineRows', { count: pristine.length }),
          },
          {
            header: 'inventory.lot',
            render: ({ lot_number: lot }) => (lotNumber(lot) ? <Mono>{lot}</Mono> : '–'),
          },
          {
            header: 'inventory.state',
            noWrap: true,
            render: ({ quarantine }) =>
              quarantine ? <Tag tone="caution">{t('inventory.quarantined')}</Tag> : t('inventory.isPristine'),
          },
          {
            header: 'inventory.quantity',
            right: true,
            render: ({ quantity }) => <span className={css.strong}>{format.number(quantity)}</span>,
            total: (
              <span className={css.strong}>
                {format.number(pristine.reduce((sum, { quantity }) => sum + quantity, 0))}
              </span>
            ),
          },
        ]}
      />
    </>
  );
}
