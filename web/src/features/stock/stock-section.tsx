import { api, type Inventory, type StockRow } from '@longshore/contract';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { dayOf, useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { DayInput } from '../../ui/form/day-field.tsx';
import { StockTable } from '../inventory/index.ts';
import { AdjustDialog } from './adjust-dialog.tsx';
import { AdjustButton, canMove, isCounted } from './head-buttons.tsx';
import { LotDialog } from './lot-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { PastStock } from './past-stock.tsx';
import { ConvertDialog, DisposeDialog } from './quarantine-dialog.tsx';
import css from './stock.module.css';
import { lotNumber } from './stock-words.ts';

const dialogs = {
  move: MoveDialog,
  adjust: AdjustDialog,
  convert: ConvertDialog,
  dispose: DisposeDialog,
  lot: LotDialog,
};
type DialogState = { what: keyof typeof dialogs; row: StockRow };

/** The item's stock rows with their actions; or the rows at the end of a past day. */
export function StockSection({ inventory }: { inventory: Inventory }) {
  const [day, setDay] = useState('');
  return (
    <>
      {day ? <PastStock inventory={inventory} day={day} /> : <StockNow inventory={inventory} />}
      {inventory.has_moved === 1 && <AsOf day={day} setDay={setDay} since={inventory.created_at} />}
    </>
  );
}

function StockNow({ inventory }: { inventory: Inventory }) {
  const t = useText();
  const { can } = useSession();
  const [dialog, setDialog] = useState<DialogState>();
  const mayMove = can(api.stock.move.access) && canMove(inventory);
  const mayAdjust = can(api.stock.adjust.access) && isCounted(inventory);
  // Taking goods out of quarantine, to sell or dispose of them, needs the permission to adjust.
  const mayConvert = can(api.stock.adjust.access) && canMove(inventory);
  const button = (what: keyof typeof dialogs, label: string, row: StockRow) => (
    <Button variant="subtle" size="xs" className={css.rowAction} onClick={() => setDialog({ what, row })}>
      {label}
    </Button>
  );
  const actions = (row: StockRow) =>
    row.quarantine ? (
      <>
        {mayConvert && button('convert', t('stock.convert'), row)}
        {mayConvert && button('dispose', t('stock.dispose'), row)}
      </>
    ) : (
      <>
        {mayMove && button('move', t('stock.move'), row)}
        {mayAdjust && button('adjust', t('stock.adjust'), row)}
      </>
    );
  const lotAction = (row: StockRow) => (
    <Tooltip label={t('stock.editLot')}>
      <ActionIcon
        size="sm"
        aria-label={t('stock.editLotOf', { lot: lotNumber(row.lot_number) })}
        onClick={() => setDialog({ what: 'lot', row })}
      >
        <IconPencil size={14} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
  const OpenDialog = dialog && dialogs[dialog.what];
  return (
    <>
      <StockTable
        inventory={inventory}
        actions={mayMove || mayConvert ? actions : undefined}
        lotAction={can(api.stock.updateLot.access) ? lotAction : undefined}
        whenEmpty={<AdjustButton inventory={inventory} />}
      />
      {OpenDialog && <OpenDialog inventory={inventory} row={dialog.row} onClose={() => setDialog(undefined)} />}
    </>
  );
}

interface AsOfProps {
  day: string;
  setDay: (day: string) => void;
  since: string;
}

function AsOf({ day, setDay, since }: AsOfProps) {
  const t = useText();
  const id = useId();
  const { place } = useFormat();
  const today = dayOf(new Date(), place.timezone);
  return (
    <div className={css.asOf}>
      <label htmlFor={id}>{t('stock.asOf')}</label>
      <DayInput
        id={id}
        variant="toolbar"
        size="xs"
        value={day}
        min={dayOf(since, place.timezone)}
        max={today}
        onDay={setDay}
      />
      {day && (
        <Button variant="subtle" size="xs" onClick={() => setDay('')}>
          {t('stock.backToNow')}
        </Button>
      )}
    </div>
  );
}
