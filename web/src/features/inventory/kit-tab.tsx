import { api, type Inventory } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useWrite } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { LineTable } from '../../ui/detail/line-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QuantityInput } from '../../ui/form/number-fields.tsx';
import { Mono } from '../../ui/mono.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import css from './inventory.module.css';
import { refreshInventory, rememberInventory } from './inventory-cache.ts';
import { inventoryPath } from './inventory-words.ts';
import { ItemPicker } from './item-picker.tsx';

type Component = Inventory['kits'][number];
const QUANTITY_MAX = 1_000_000;

/** What a kit is put together from: found and added with a quantity of 1, which is then edited and saved per line. */
export function KitTab({ inventory }: { inventory: Inventory }) {
  const t = useText();
  const format = useFormat();
  const { id, kits } = inventory;
  const put = useWrite(api.inventories.addComponent, { onSuccess: rememberInventory });
  const take = useWrite(api.inventories.removeComponent, { onSuccess: () => refreshInventory(id) });
  const save = (itemId: number, qty: number) => put.mutate({ params: { id }, body: { itemId, qty } });
  return (
    <>
      {kits.length === 0 ? (
        <EmptyState title={t('inventory.noComponents')} hint={t('inventory.noComponentsHint')} />
      ) : (
        <LineTable
          label={t('inventory.components')}
          rows={kits}
          rowKey={(component) => component.id}
          columns={[
            {
              header: 'inventory.component',
              long: true,
              render: (component) => <Named component={component} />,
            },
            {
              header: 'inventory.available',
              right: true,
              width: 110,
              render: ({ available }) => format.number(available),
            },
            {
              header: 'inventory.forKits',
              right: true,
              width: 110,
              render: ({ available, pivot }) => format.number(Math.floor(available / pivot.item_qty)),
            },
            {
              header: 'inventory.perKit',
              right: true,
              width: 190,
              render: (component) => (
                <Quantity
                  key={component.pivot.item_qty}
                  component={component}
                  busy={put.isPending}
                  onSave={(qty) => save(component.id, qty)}
                />
              ),
            },
          ]}
          actions={(component) => (
            <RowAction
              label={t('inventory.removeComponent', { sku: component.sku })}
              icon={IconTrash}
              run={() => take.mutate({ params: { id, itemId: component.id } })}
            />
          )}
        />
      )}
      <div className={css.picker}>
        <ItemPicker
          label="inventory.addComponent"
          kits={false}
          clientId={inventory.client_id}
          excepts={kits.map((component) => component.id)}
          onPick={({ inventory: item }) => save(item.id, 1)}
        />
      </div>
    </>
  );
}

function Named({ component: { id, sku, name } }: { component: Component }) {
  return (
    <>
      <RouteLink href={inventoryPath(id, 'view')}>
        <Mono>{sku}</Mono>
      </RouteLink>
      <span className={css.second}>{name}</span>
    </>
  );
}

interface QuantityProps {
  component: Component;
  busy: boolean;
  onSave: (quantity: number) => void;
}

function Quantity({ component, busy, onSave }: QuantityProps) {
  const t = useText();
  const { item_qty: kept } = component.pivot;
  const [quantity, setQuantity] = useState(kept);
  const good = Number.isInteger(quantity) && quantity >= 1 && quantity <= QUANTITY_MAX;
  return (
    <span className={css.quantity}>
      {quantity !== kept && (
        <Button size="xs" variant="light" disabled={!good || busy} onClick={() => onSave(quantity)}>
          {t('common.save')}
        </Button>
      )}
      <QuantityInput
        size="xs"
        w={120}
        aria-label={t('inventory.perKitOf', { sku: component.sku })}
        value={quantity}
        set={setQuantity}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && good && quantity !== kept) onSave(quantity);
          if (event.key === 'Escape') setQuantity(kept);
        }}
      />
    </span>
  );
}
