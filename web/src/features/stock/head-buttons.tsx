import { api, type Inventory } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconArrowsLeftRight, IconPlusMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { AdjustDialog } from './adjust-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';

/** Kits have no stock of their own; inactive items do not move. */
export const canMove = ({ type, is_active }: Inventory) => type === 'Item' && is_active === 1;
/** Serial-controlled items change only by receipts and shipments, so their quantity is not adjusted. */
export const isCounted = (inventory: Inventory) => canMove(inventory) && inventory.config.serial === 0;

export function MoveButton({ inventory }: { inventory: Inventory }) {
  const t = useText();
  const { can } = useSession();
  const [open, setOpen] = useState(false);
  const hasPristine = inventory.stock.some(({ quarantine }) => !quarantine);
  if (!can(api.stock.move.access) || !canMove(inventory) || !hasPristine) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowsLeftRight size={16} stroke={1.7} />}
        onClick={() => setOpen(true)}
      >
        {t('stock.move')}
      </Button>
      {open && <MoveDialog inventory={inventory} onClose={() => setOpen(false)} />}
    </>
  );
}

export function AdjustButton({ inventory }: { inventory: Inventory }) {
  const t = useText();
  const { can } = useSession();
  const [open, setOpen] = useState(false);
  if (!can(api.stock.adjust.access) || !isCounted(inventory)) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconPlusMinus size={16} stroke={1.7} />} onClick={() => setOpen(true)}>
        {t('stock.adjust')}
      </Button>
      {open && <AdjustDialog inventory={inventory} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Stock actions in the head of the item page. */
export function StockActions({ inventory }: { inventory: Inventory }) {
  return (
    <>
      <MoveButton inventory={inventory} />
      <AdjustButton inventory={inventory} />
    </>
  );
}
