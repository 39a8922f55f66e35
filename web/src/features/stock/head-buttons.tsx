import { api, type Inventory } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconArrowsLeftRight, IconPlusMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { AdjustDialog } from './adjust-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';

/** Kits are never in stock themselves; serial-controlled items move by the bucket. */
export const canMove = ({ type, is_active }: Inventory) => type === 'Item' && is_active === 1;
/** What goes by serials comes and goes with an order and is never just counted. */
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

/** What one can do with an item's stock, in the head of its page. */
export function StockActions({ inventory }: { inventory: Inventory }) {
  return (
    <>
      <MoveButton inventory={inventory} />
      <AdjustButton inventory={inventory} />
    </>
  );
}
