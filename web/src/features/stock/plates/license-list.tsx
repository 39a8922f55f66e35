import { api, type License, type LicenseRow } from '@longshore/contract';
import { Button } from '@mantine/core';
import {
  IconArrowsSplit,
  IconForklift,
  IconHistory,
  IconPencil,
  IconPrinter,
  IconStackPush,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { prefetch } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.ts';
import { translateCode, useText } from '../../../lib/text/text.ts';
import { ListScreen } from '../../../ui/list/list-screen.tsx';
import type { Column } from '../../../ui/list/list-types.ts';
import { type RowChoice, RowMenu } from '../../../ui/row-menu.tsx';
import { BinLink, licensePath, useClientFilter } from '../../records/index.ts';
import { BatchDialog } from './license-batch.tsx';
import { BreakDialog } from './license-break.tsx';
import { DeleteLicense, LicenseDialog } from './license-dialog.tsx';
import { LicenseHistory } from './license-history.tsx';
import { ItemsDialog } from './license-items.tsx';
import { LabelsDialog, MadePlates } from './license-labels.tsx';
import { binOf } from './license-words.ts';
import css from './licenses.module.css';
import { Dimensions, Weight } from './plate-sizes.tsx';
import { PutAwayDialog } from './put-away.tsx';
import { hasWaitingPutAway } from './use-put-away.ts';

function Place({ plate }: { plate: LicenseRow }) {
  const t = useText();
  const bin = binOf(plate);
  return bin ? <BinLink {...bin} /> : <span className={css.dash}>{t('licenses.noPlace')}</span>;
}

const columns: Column<LicenseRow>[] = [
  { field: 'license', header: 'licenses.license', mono: true, width: 114 },
  { field: 'company', header: 'licenses.client' },
  { field: 'uom', header: 'licenses.uom', width: 86, spare: true },
  {
    field: 'length',
    header: 'licenses.dimensions',
    width: 160,
    render: (plate) => <Dimensions plate={plate} />,
  },
  {
    field: 'weight',
    header: 'licenses.weight',
    kind: 'number',
    width: 98,
    spare: true,
    render: (plate) => <Weight plate={plate} />,
  },
  { field: 'location', header: 'licenses.location', width: 118, render: (plate) => <Place plate={plate} /> },
  { field: 'created_at', header: 'licenses.createdAt', kind: 'date', width: 134, narrow: 'hidden' },
];

type PlateAction = 'edit' | 'move' | 'break' | 'items' | 'label' | 'history' | 'delete';
type Shown =
  | { what: PlateAction; plate: LicenseRow }
  | { what: 'new' | 'batch' | 'putAway' }
  | { what: 'labels'; plates: readonly Pick<License, 'id' | 'license'>[] }
  | { what: 'made'; title: string; plates: readonly License[] };
type Show = (what: PlateAction) => (plate: LicenseRow) => void;

export function LicenseList() {
  const t = useText();
  const { can } = useSession();
  const [shown, setShown] = useState<Shown | undefined>(() => (hasWaitingPutAway() ? { what: 'putAway' } : undefined));
  const clientFilter = useClientFilter('licenses.client');
  const show: Show = (what) => (plate) => setShown({ what, plate });
  const mayCreate = can(api.licenses.create.access);
  const mayMove = can(api.licenses.move.access);
  return (
    <>
      <ListScreen
        endpoint={api.licenses.list}
        title={t('licenses.many')}
        crumbs={[{ label: t('shell.operation') }, { label: t('licenses.many') }]}
        columns={columns}
        rowHref={({ id }) => licensePath(id)}
        onRowHover={({ id }) => prefetch(api.licenses.get, { params: { id } })}
        rowActions={(plate) => <RowActions plate={plate} show={show} />}
        filters={[clientFilter]}
        bulk={{
          actions: [
            {
              label: (count) => t('licenses.printLabels', { count }),
              icon: <IconPrinter size={16} stroke={1.7} />,
              run: (plates) => setShown({ what: 'labels', plates }),
            },
          ],
        }}
        searchPlaceholder="licenses.search"
        emptyText="licenses.noneYet"
        actions={
          <>
            {mayMove && (
              <Button
                variant="default"
                leftSection={<IconForklift size={16} stroke={1.7} />}
                onClick={() => setShown({ what: 'putAway' })}
              >
                {t('licenses.putAway')}
              </Button>
            )}
            {mayCreate && (
              <Button
                variant="default"
                leftSection={<IconStackPush size={16} stroke={1.7} />}
                onClick={() => setShown({ what: 'batch' })}
              >
                {t('licenses.batch')}
              </Button>
            )}
          </>
        }
        create={mayCreate ? { run: () => setShown({ what: 'new' }), label: 'licenses.create' } : undefined}
        import={mayMove ? { type: 'PutAway', title: t('licenses.import') } : undefined}
      />
      {shown && <OpenDialog shown={shown} onShow={setShown} onClose={() => setShown(undefined)} />}
    </>
  );
}

interface OpenDialogProps {
  shown: Shown;
  onShow: (next: Shown) => void;
  onClose: () => void;
}

function OpenDialog({ shown, onShow, onClose }: OpenDialogProps) {
  const made = (title: string, plates: readonly License[]) => onShow({ what: 'made', title, plates });
  switch (shown.what) {
    case 'new':
      return <LicenseDialog onClose={onClose} />;
    case 'batch':
      return <BatchDialog onMade={made} onClose={onClose} />;
    case 'putAway':
      return <PutAwayDialog onClose={onClose} />;
    case 'edit':
      return <LicenseDialog plate={shown.plate} onClose={onClose} />;
    case 'move':
      return <PutAwayDialog license={shown.plate.license} onClose={onClose} />;
    case 'break':
      return <BreakDialog plate={shown.plate} onMade={made} onClose={onClose} />;
    case 'items':
      return <ItemsDialog plate={shown.plate} onClose={onClose} />;
    case 'label':
      return <LabelsDialog plates={[shown.plate]} onClose={onClose} />;
    case 'labels':
      return <LabelsDialog plates={shown.plates} onClose={onClose} />;
    case 'made':
      return <MadePlates title={shown.title} plates={shown.plates} onClose={onClose} />;
    case 'history':
      return <LicenseHistory plate={shown.plate} onClose={onClose} />;
    case 'delete':
      return <DeleteLicense plate={shown.plate} onClose={onClose} />;
  }
}

function RowActions({ plate, show }: { plate: LicenseRow; show: Show }) {
  const t = useText();
  const { update, move, break: divide, labels, remove } = api.licenses;
  const choice = (
    what: PlateAction,
    label: string,
    icon: RowChoice['icon'],
    { access }: Pick<RowChoice, 'access'>,
  ) => ({
    label,
    icon,
    access,
    run: () => show(what)(plate),
    danger: what === 'delete',
    // A plate that is named in the ledger cannot be deleted.
    disabledBecause: what === 'delete' && plate.fulfillments_count > 0 ? translateCode(t, 60001) : undefined,
  });
  return (
    <span className={css.rowActions}>
      <Button variant="subtle" size="compact-sm" onClick={() => show('items')(plate)}>
        {t('licenses.items')}
      </Button>
      <RowMenu
        label={t('lists.actionsFor', { name: plate.license })}
        choices={[
          choice('edit', t('licenses.edit'), IconPencil, update),
          choice('move', t('licenses.move'), IconForklift, move),
          choice('break', t('licenses.break'), IconArrowsSplit, divide),
          choice('label', t('licenses.printLabel'), IconPrinter, labels),
          choice('history', t('records.history'), IconHistory, api.records.traces),
          choice('delete', t('licenses.delete'), IconTrash, remove),
        ]}
      />
    </span>
  );
}
