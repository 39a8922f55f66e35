import { type Activity, type ActivityItem, hasMinimums } from '@longshore/contract';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { LineTable, TwoLines } from '../../ui/detail/line-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useFirstDay } from './first-day.ts';

interface LinkHistoryProps {
  activity: Activity;
  item: ActivityItem;
  onClose: () => void;
}

/** What an item cost in an activity, and from which day on. */
export function LinkHistory({ activity, item, onClose }: LinkHistoryProps) {
  const t = useText();
  const format = useFormat();
  const firstDay = useFirstDay();
  const title = t('billing.activities.history', { item: item.name });
  return (
    <Dialog title={title} size={560} onClose={onClose}>
      <LineTable
        label={title}
        rows={item.history}
        rowKey={({ valid_from }) => valid_from}
        columns={[
          {
            header: 'billing.activities.validFrom',
            noWrap: true,
            render: ({ valid_from, user }) => (
              <TwoLines first={firstDay(valid_from)} second={t('billing.activities.historyBy', { user })} />
            ),
          },
          {
            header: 'billing.activities.rate',
            right: true,
            render: ({ rate }) => (rate === 0 ? t('billing.activities.removedFrom') : format.money(rate)),
          },
          {
            header: 'billing.activities.quantity',
            right: true,
            render: ({ quantity }) => format.number(quantity, { maximumFractionDigits: 4 }),
          },
          ...(hasMinimums(activity.charge)
            ? [
                {
                  header: 'billing.activities.minimumCharge' as const,
                  right: true,
                  render: ({ minimum_charge }: ActivityItem['history'][number]) => format.money(minimum_charge),
                },
                {
                  header: 'billing.activities.minimumQuantity' as const,
                  right: true,
                  render: ({ minimum_quantity }: ActivityItem['history'][number]) =>
                    format.number(minimum_quantity, { maximumFractionDigits: 4 }),
                },
              ]
            : []),
        ]}
      />
    </Dialog>
  );
}
