import { api, type Inventory, type UomLink } from '@longshore/contract';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useSizes } from '../../lib/measure.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { LineTable } from '../../ui/detail/line-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './inventory.module.css';
import { refreshInventory } from './inventory-cache.ts';
import { unitLabels as labels } from './inventory-words.ts';

const loadDialog = () => import('./uom-dialog.tsx').then(({ UomDialog }) => ({ default: UomDialog }));
const UomDialog = lazyPart(loadDialog);

/** The units an item is handled in. Once goods have come in they are the warehouse's to change. */
export function UomTab({ inventory }: { inventory: Inventory }) {
  const t = useText();
  const { user } = useSession();
  const [edited, setEdited] = useState<UomLink | 'new'>();
  const [toDelete, setToDelete] = useState<UomLink>();
  const locked = inventory.has_moved === 1 && !user.is_main_user;
  const add = (place: 'beside' | 'instead') =>
    !locked && (
      <AddButton place={place} onHover={loadDialog} onClick={() => setEdited('new')}>
        {t('inventory.addUom')}
      </AddButton>
    );
  return (
    <>
      {locked && <p className={css.note}>{t('messages.UomsAreMainUsers')}</p>}
      {inventory.uoms.length === 0 ? (
        <EmptyState title={t('inventory.noUoms')} hint={t('inventory.noUomsHint')}>
          {add('instead')}
        </EmptyState>
      ) : (
        <>
          <UomTable
            inventory={inventory}
            onEdit={locked ? undefined : setEdited}
            onRemove={locked ? undefined : setToDelete}
          />
          <div className={css.under}>{add('beside')}</div>
        </>
      )}
      {edited && (
        <UomDialog
          inventory={inventory}
          uom={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {toDelete && <RemoveUom inventory={inventory} uom={toDelete} onClose={() => setToDelete(undefined)} />}
    </>
  );
}

interface TableProps {
  inventory: Inventory;
  onEdit: ((uom: UomLink) => void) | undefined;
  onRemove: ((uom: UomLink) => void) | undefined;
}

function UomTable({ inventory, onEdit, onRemove }: TableProps) {
  const t = useText();
  const format = useFormat();
  const sizes = useSizes();
  return (
    <LineTable
      label={t('inventory.units')}
      rows={inventory.uoms}
      rowKey={({ id }) => id}
      columns={[
        {
          header: labels.uom,
          render: ({ name, pivot }) => (
            <span className={css.named}>
              {name} {pivot.is_base === 1 && <Tag>{t('inventory.base')}</Tag>}
            </span>
          ),
        },
        { header: labels.qty_per_base, right: true, render: ({ pivot }) => format.number(pivot.qty_per_base) },
        {
          header: 'inventory.sizes',
          right: true,
          render: ({ pivot }) => sizes.sides(pivot),
        },
        {
          header: labels.weight,
          right: true,
          render: ({ pivot }) => sizes.weight(pivot),
        },
      ]}
      actions={
        onEdit && onRemove
          ? (uom) => (
              <>
                <RowAction label={t('inventory.editUom')} icon={IconPencil} run={() => onEdit(uom)} />
                <RowAction label={t('inventory.removeUom')} icon={IconTrash} run={() => onRemove(uom)} />
              </>
            )
          : undefined
      }
    />
  );
}

function RemoveUom({ inventory, uom, onClose }: { inventory: Inventory; uom: UomLink; onClose: () => void }) {
  const t = useText();
  return (
    <DeleteDialog
      endpoint={api.inventories.removeUom}
      input={{ params: { id: inventory.id, uomId: uom.id } }}
      title={t('inventory.removeUom')}
      text={t('inventory.removeUomText', { unit: uom.name, sku: inventory.sku })}
      restore={{
        name: uom.name,
        run: async (idempotencyKey) => {
          const body = { uom_id: uom.id, ...uom.pivot };
          await call(api.inventories.addUom, { params: { id: inventory.id }, body }, { idempotencyKey });
          await refreshInventory(inventory.id);
        },
      }}
      onDeleted={async () => {
        await refreshInventory(inventory.id);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
