import { api, type LicenseRow } from '@longshore/contract';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconArrowsSplit, IconDots, IconForklift, IconPencil, IconStackPush, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { prefetch, useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useMeasure } from '../../lib/measure.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import type { Column, ListFilter } from '../../ui/list/list-types.ts';
import { Mono } from '../../ui/mono.tsx';
import { BatchDialog } from './license-batch.tsx';
import { BreakDialog } from './license-break.tsx';
import { DeleteLicense, LicenseDialog } from './license-dialog.tsx';
import { ItemsDialog } from './license-items.tsx';
import css from './licenses.module.css';
import { SIDES } from './plate-fields.tsx';
import { PutAwayDialog } from './put-away.tsx';

function Dimensions({ plate }: { plate: LicenseRow }) {
  const format = useFormat();
  const { length } = useMeasure();
  return `${SIDES.map((side) => format.number(plate[side], { maximumFractionDigits: 2 })).join(' × ')} ${length}`;
}

function Weight({ plate }: { plate: LicenseRow }) {
  const format = useFormat();
  const { weight } = useMeasure();
  return `${format.number(plate.weight, { maximumFractionDigits: 2 })} ${weight}`;
}

function Place({ plate }: { plate: LicenseRow }) {
  const t = useText();
  return plate.location ? <Mono>{plate.location}</Mono> : <span className={css.dash}>{t('licenses.noPlace')}</span>;
}

const columns: Column<LicenseRow>[] = [
  { field: 'license', header: 'licenses.license', mono: true, width: 150 },
  { field: 'company', header: 'licenses.client' },
  { field: 'uom', header: 'licenses.uom', width: 100 },
  {
    field: 'length',
    header: 'licenses.dimensions',
    width: 170,
    render: (plate) => <Dimensions plate={plate} />,
  },
  {
    field: 'weight',
    header: 'licenses.weight',
    kind: 'number',
    width: 110,
    render: (plate) => <Weight plate={plate} />,
  },
  { field: 'location', header: 'licenses.location', width: 140, render: (plate) => <Place plate={plate} /> },
  { field: 'created_at', header: 'licenses.createdAt', kind: 'date', width: 130, narrow: 'hidden' },
];

/** Plates of all clients stand in one list; the clients one may choose from are asked for. */
function useClientFilter(): ListFilter {
  const { data: clients = [] } = useRead(api.clients.selector, { body: { search: '' } });
  const named = Object.fromEntries(clients.map(({ id, company }) => [String(id), company]));
  return { name: 'client_id', label: 'licenses.client', options: {}, named };
}

type Doing = 'edit' | 'move' | 'break' | 'items' | 'delete';
type Shown = { what: Doing; plate: LicenseRow } | { what: 'new' | 'batch' | 'putAway' };
type Show = (what: Doing) => (plate: LicenseRow) => void;

export function LicenseList() {
  const t = useText();
  const { can } = useSession();
  const [shown, setShown] = useState<Shown>();
  const clientFilter = useClientFilter();
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
        onOpen={show(can(api.licenses.update.access) ? 'edit' : 'items')}
        onRowHover={({ id }) => prefetch(api.licenses.get, { params: { id } })}
        rowActions={(plate) => <RowActions plate={plate} show={show} />}
        filters={[clientFilter]}
        searchPlaceholder="licenses.search"
        noneYet="licenses.noneYet"
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
      {shown && <Opened shown={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

function Opened({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  switch (shown.what) {
    case 'new':
      return <LicenseDialog onClose={onClose} />;
    case 'batch':
      return <BatchDialog onClose={onClose} />;
    case 'putAway':
      return <PutAwayDialog onClose={onClose} />;
    case 'edit':
      return <LicenseDialog plate={shown.plate} onClose={onClose} />;
    case 'move':
      return <PutAwayDialog license={shown.plate.license} onClose={onClose} />;
    case 'break':
      return <BreakDialog plate={shown.plate} onClose={onClose} />;
    case 'items':
      return <ItemsDialog plate={shown.plate} onClose={onClose} />;
    case 'delete':
      return <DeleteLicense plate={shown.plate} onDeleted={onClose} onClose={onClose} />;
  }
}

function RowActions({ plate, show }: { plate: LicenseRow; show: Show }) {
  const t = useText();
  const { can } = useSession();
  const icon = { size: 16, stroke: 1.7 };
  const { update, move, break: divide, remove } = api.licenses;
  const choices = [
    { what: 'edit', label: t('licenses.edit'), icon: <IconPencil {...icon} />, access: update.access },
    { what: 'move', label: t('licenses.move'), icon: <IconForklift {...icon} />, access: move.access },
    { what: 'break', label: t('licenses.break'), icon: <IconArrowsSplit {...icon} />, access: divide.access },
    { what: 'delete', label: t('licenses.delete'), icon: <IconTrash {...icon} />, access: remove.access },
  ] as const;
  const allowed = choices.filter(({ access }) => can(access));
  return (
    <span className={css.rowActions}>
      <Button variant="subtle" size="compact-sm" onClick={() => show('items')(plate)}>
        {t('licenses.items')}
      </Button>
      {allowed.length > 0 && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon size="sm" aria-label={t('licenses.actions', { license: plate.license })}>
              <IconDots {...icon} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {allowed.map(({ what, label, icon: drawn }) => (
              <Menu.Item
                key={what}
                leftSection={drawn}
                {...(what === 'delete' ? { color: 'red' } : {})}
                onClick={() => show(what)(plate)}
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  );
}
