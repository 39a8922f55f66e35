import { api, type Location } from '@longshore/contract';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTag, IconTransfer, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import type { Column, ListFilter } from '../../ui/list/list-types.ts';
import { useNarrow } from '../../ui/narrow.ts';
import { Tag } from '../../ui/tag.tsx';
import { DeleteLocation, LocationDialog } from './location-dialog.tsx';
import { LocationPlates } from './location-plates.tsx';
import { MoveAll } from './move-all.tsx';

function TypeTag({ type }: { type: Location['type'] }) {
  const t = useText();
  return <Tag tone={type === 'P' ? 'kit' : 'plain'}>{t(`locations.types.${type}`)}</Tag>;
}

/** A card has no heading over its numbers: there the number says what it counts. */
function PlateCount({ count }: { count: number }) {
  const t = useText();
  const format = useFormat();
  const narrow = useNarrow();
  return narrow ? t('locations.plateCount', { count }) : format.number(count);
}

const columns: Column<Location>[] = [
  { field: 'location', header: 'locations.location', mono: true, width: 180 },
  { field: 'type', header: 'locations.type', width: 120, narrow: 'end', render: ({ type }) => <TypeTag type={type} /> },
  { field: 'billing_category', header: 'locations.billingCategory' },
  {
    field: 'license_count',
    header: 'locations.plates',
    kind: 'number',
    width: 100,
    render: (row) => <PlateCount count={row.license_count} />,
  },
  { field: 'created_at', header: 'locations.createdAt', kind: 'date', width: 140, narrow: 'hidden' },
];

const typeFilter: ListFilter = {
  name: 'type',
  label: 'locations.type',
  options: { P: 'locations.types.P', S: 'locations.types.S' },
};

type Shown = { what: 'edit' | 'plates' | 'move' | 'delete'; location: Location } | { what: 'new' };

export function LocationList() {
  const t = useText();
  const { can } = useSession();
  const [shown, setShown] = useState<Shown>();
  const show = (what: 'edit' | 'plates' | 'move' | 'delete') => (location: Location) => setShown({ what, location });
  const close = () => setShown(undefined);
  return (
    <>
      <ListScreen
        endpoint={api.locations.list}
        title={t('locations.many')}
        crumbs={[{ label: t('shell.setting') }, { label: t('locations.many') }]}
        columns={columns}
        onOpen={show(can(api.locations.update.access) ? 'edit' : 'plates')}
        rowActions={(location) => <LocationMenu location={location} show={show} />}
        filters={[typeFilter]}
        searchPlaceholder="locations.search"
        noneYet="locations.noneYet"
        create={
          can(api.locations.create.access)
            ? { run: () => setShown({ what: 'new' }), label: 'locations.create' }
            : undefined
        }
        import={can(api.locations.create.access) ? { type: 'Location', title: t('locations.import') } : undefined}
      />
      {shown?.what === 'new' && <LocationDialog onClose={close} />}
      {shown?.what === 'edit' && <LocationDialog location={shown.location} onClose={close} />}
      {shown?.what === 'plates' && <LocationPlates location={shown.location} onClose={close} />}
      {shown?.what === 'move' && <MoveAll location={shown.location} onClose={close} />}
      {shown?.what === 'delete' && <DeleteLocation location={shown.location} onClose={close} />}
    </>
  );
}

interface MenuProps {
  location: Location;
  show: (what: 'edit' | 'plates' | 'move' | 'delete') => (location: Location) => void;
}

function LocationMenu({ location, show }: MenuProps) {
  const t = useText();
  const { can } = useSession();
  const icon = { size: 16, stroke: 1.7 };
  const held = location.license_count > 0;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size="sm" aria-label={t('locations.actions', { location: location.location })}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconTag {...icon} />} onClick={() => show('plates')(location)}>
          {t('locations.showPlates')}
        </Menu.Item>
        {can(api.locations.move.access) && (
          <Menu.Item leftSection={<IconTransfer {...icon} />} disabled={!held} onClick={() => show('move')(location)}>
            {t('locations.moveAll')}
          </Menu.Item>
        )}
        {can(api.locations.update.access) && (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => show('edit')(location)}>
            {t('locations.edit')}
          </Menu.Item>
        )}
        {can(api.locations.remove.access) && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash {...icon} />}
            disabled={held}
            onClick={() => show('delete')(location)}
          >
            {t('locations.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
