import { api, type License, type LicenseInventory, NO_LOT } from '@longshore/contract';
import { useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { type LineColumn, LineTable, TwoLines } from '../../../ui/detail/line-table.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { listAddress } from '../../../ui/list/list-address.ts';
import { Mono } from '../../../ui/mono.tsx';
import { RouteLink } from '../../../ui/route-link.tsx';
import { inventoryPath } from '../../inventory/index.ts';

type Plate = Pick<License, 'id' | 'license'>;

/** What is on a plate, in a dialog of the list. */
export function ItemsDialog({ plate, onClose }: { plate: Plate; onClose: () => void }) {
  const t = useText();
  return (
    <Dialog title={t('licenses.itemsOn', { license: plate.license })} size={760} onClose={onClose}>
      <PlateItems plate={plate} withNumber />
    </Dialog>
  );
}

/** The goods on a plate. The dialog shows the plate's number in each row, its page does not. */
export function PlateItems({ plate, withNumber = false }: { plate: Plate; withNumber?: boolean }) {
  const t = useText();
  const columns = useColumns(withNumber);
  const read = useRead(api.licenses.inventories, { params: { id: plate.id } });
  return (
    <Loaded read={read} inPage backTo={listAddress('/licenses')}>
      {(items) =>
        items.length === 0 ? (
          <EmptyState title={t('licenses.noItems')} />
        ) : (
          <LineTable
            label={t('licenses.itemsOn', { license: plate.license })}
            rows={items}
            rowKey={(item) => `${item.inventory_id} ${item.lot_number} ${item.quarantine}`}
            columns={columns}
          />
        )
      }
    </Loaded>
  );
}

function useColumns(withNumber: boolean): LineColumn<LicenseInventory>[] {
  const t = useText();
  const format = useFormat();
  const lot = ({ lot_number, lot_expire }: LicenseInventory) =>
    lot_number !== NO_LOT && (
      <TwoLines
        first={<Mono>{lot_number}</Mono>}
        second={lot_expire && t('licenses.expires', { date: format.date(lot_expire) })}
      />
    );
  const number: LineColumn<LicenseInventory> = {
    header: 'licenses.number',
    width: 96,
    render: ({ license }) => <Mono>{license}</Mono>,
  };
  return [
    ...(withNumber ? [number] : []),
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
  ];
}
