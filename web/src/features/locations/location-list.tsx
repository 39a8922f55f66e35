import { api, LOCATION_TYPES, type Location, LocationUpdate } from '@longshore/contract';
import { IconHistory, IconTag, IconTransfer } from '@tabler/icons-react';
import type { z } from 'zod';
import { useText } from '../../lib/text/text.ts';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import type { RecordForm } from '../../ui/form/use-record-form.ts';
import type { Column, ListFilter } from '../../ui/list/list-types.ts';
import { PlainScreen } from '../../ui/resource/plain-screen.tsx';
import { plainWords } from '../../ui/resource/plain-words.ts';
import { PlateCount, TypeTag } from './location-cells.tsx';
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

function LocationFields({ form }: { form: RecordForm<z.output<typeof LocationUpdate>> }) {
  const t = useText();
  const types = LOCATION_TYPES.map((value) => ({ value, label: t(`locations.types.${value}`) }));
  return (
    <>
      <TextField {...form.field('location')} label="locations.location" span={8} autoFocus />
      <SelectField {...form.field('type')} label="locations.type" span={4} choices={types} />
      <TextField
        {...form.field('billing_category')}
        label="locations.billingCategory"
        hint="locations.billingCategoryHint"
        span={12}
      />
    </>
  );
}

const isEmpty = (location: Location) => location.license_count === 0;

export function LocationList() {
  const t = useText();
  return (
    <PlainScreen
      endpoints={api.locations}
      schema={LocationUpdate}
      fields={(form) => <LocationFields form={form} />}
      group="shell.setting"
      words={plainWords('locations')}
      columns={columns}
      filters={[typeFilter]}
      import="Location"
      nameOf={({ location }) => location}
      deleteText={({ location }) => t('locations.deleteText', { location })}
      undeletableBecause={(location) => (isEmpty(location) ? undefined : t('messages.LocationIsUsed'))}
      shownIn={[api.locations.licenses, api.licenses.list, api.licenses.get]}
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
  );
}
