import { api, type LicenseInventory, type LicenseRow, NO_LOT } from '@longshore/contract';
import { useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { LineTable, TwoLines } from '../../../ui/detail/line-table.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { listAddress } from '../../../ui/list/list-address.ts';
import { Mono } from '../../../ui/mono.tsx';
import { RouteLink } from '../../../ui/route-link.tsx';
import { inventoryPath } from '../../inventory/index.ts';

export function ItemsDialog({ plate, onClose }: { plate: LicenseRow; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const read = useRead(api.licenses.inventories, { params: { id: plate.id } });
  const title = t('licenses.itemsOn', { license: plate.license });
  const lot = ({ lot_number, lot_expire }: LicenseInventory) =>
    lot_number !== NO_LOT && (
      <TwoLines
        first={<Mono>{lot_number}</Mono>}
        second={lot_expire && t('licenses.expires', { date: format.date(lot_expire) })}
      />
    );
  return (
    <Dialog title={title} size={760} onClose={onClose}>
      <Loaded read={read} backTo={listAddress('/licenses')}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState title={t('licenses.noItems')} />
          ) : (
            <LineTable
              label={title}
              rows={items}
              rowKey={(item) => `${item.inventory_id} ${item.lot_number} ${item.quarantine}`}
              columns={[
                { header: 'licenses.number', width: 96, render: ({ license }) => <Mono>{license}</Mono> },
                {
                  header: 'licenses.sku',
                  width: 160,
                  render: (item) => (
                    <RouteLink href={inventoryPath(item.inventory_id, 'view')}>
                      <Mono>{item.sku}</Mono>
                    </RouteLink>
                  ),
                },
                { header: 'licenses.name', long: true, render: ({ name }) => name },
                { header: 'licenses.quantity', right: true, width: 84, render: (item) => format.number(item.qty_left) },
                {
                  header: 'licenses.quarantined',
                  width: 96,
                  render: ({ quarantine }) => t(quarantine ? 'licenses.yes' : 'licenses.no'),
                },
                { header: 'licenses.lot', width: 124, render: lot },
              ]}
            />
          )
        }
      </Loaded>
    </Dialog>
  );
}
