import { api, type Location } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconHistory, IconPrinter, IconTag, IconTransfer } from '@tabler/icons-react';
import { useState } from 'react';
import { prefetch } from '../../lib/api.ts';
import { useText } from '../../lib/text/text.ts';
import type { Column, ListFilter } from '../../ui/list/list-types.ts';
import { PlainScreen } from '../../ui/resource/plain-screen.tsx';
import { locationPath } from '../records/index.ts';
import { BinLabels } from './bin-labels.tsx';
import { PlateCount, TypeTag } from './location-cells.tsx';
import { isEmpty, locationRecords } from './location-form.tsx';
import { LocationHistory } from './location-history.tsx';
import { LocationPlates } from './location-plates.tsx';
import { MoveAll } from './move-all.tsx';

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

export function LocationList() {
  const t = useText();
  const [printing, setPrinting] = useState(false);
  return (
    <>
      <PlainScreen
        {...locationRecords}
        endpoints={api.locations}
        group="shell.setting"
        columns={columns}
        rowHref={({ id }) => locationPath(id)}
        onRowHover={({ id }) => prefetch(api.locations.get, { params: { id } })}
        filters={[typeFilter]}
        import="Location"
        nameOf={({ location }) => location}
        deleteText={({ location }) => t('locations.deleteText', { location })}
        undeletableBecause={(location) => (isEmpty(location) ? undefined : t('messages.LocationIsUsed'))}
        actions={
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} stroke={1.7} />}
            onClick={() => setPrinting(true)}
          >
            {t('locations.printLabels')}
          </Button>
        }
        extras={[
          {
            label: 'locations.showPlates',
            icon: IconTag,
            access: api.locations.licenses.access,
            dialog: (location, onClose) => <LocationPlates location={location} onClose={onClose} />,
          },
          {
            label: 'locations.moveAll',
            icon: IconTransfer,
            access: api.locations.move.access,
            disabledBecause: (location) => (isEmpty(location) ? t('locations.noPlates') : undefined),
            dialog: (location, onClose) => <MoveAll location={location} onClose={onClose} />,
          },
          {
            label: 'records.history',
            icon: IconHistory,
            access: api.records.traces.access,
            dialog: (location, onClose) => <LocationHistory location={location} onClose={onClose} />,
          },
        ]}
      />
      {printing && <BinLabels onClose={() => setPrinting(false)} />}
    </>
  );
}
