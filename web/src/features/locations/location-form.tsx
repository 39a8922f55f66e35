import { AISLE_SIDES, api, LOCATION_TYPES, type Location, LocationUpdate } from '@longshore/contract';
import type { z } from 'zod';
import { useMeasure } from '../../lib/measure.ts';
import { useText } from '../../lib/text/text.ts';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { NumberField } from '../../ui/form/number-fields.tsx';
import type { RecordForm } from '../../ui/form/use-record-form.ts';
import { plainWords } from '../../ui/resource/plain-words.ts';

function LocationFields({ form }: { form: RecordForm<z.output<typeof LocationUpdate>> }) {
  const t = useText();
  const { volume } = useMeasure();
  const types = LOCATION_TYPES.map((value) => ({ value, label: t(`locations.types.${value}`) }));
  const sides = (['', ...AISLE_SIDES] as const).map((value) => ({
    value,
    label: t(`locations.sides.${value || 'name'}`),
  }));
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
      <NumberField
        {...form.field('capacity_plates')}
        label="locations.capacityPlates"
        hint="locations.capacityHint"
        span={6}
      />
      <NumberField
        {...form.field('capacity_volume')}
        label="locations.capacityVolume"
        hint="locations.capacityHint"
        span={6}
        suffix={volume}
      />
      <TextField {...form.field('aisle')} label="locations.inAisle" hint="locations.placeHint" span={12} />
      <NumberField {...form.field('position')} label="locations.position" span={4} />
      <SelectField {...form.field('side')} label="locations.side" span={4} choices={sides} />
      <NumberField {...form.field('level')} label="locations.levelOf" span={4} />
    </>
  );
}

/** How bins are saved and deleted, for their list and their page. */
export const locationRecords = {
  endpoints: api.locations,
  schema: LocationUpdate,
  fields: (form: RecordForm<z.output<typeof LocationUpdate>>) => <LocationFields form={form} />,
  words: plainWords('locations'),
  shownIn: [
    api.locations.licenses,
    api.locations.contents,
    api.locations.visits,
    api.locations.aisle,
    api.licenses.list,
    api.licenses.get,
    api.licenses.places,
  ],
};

export const isEmpty = (location: Location) => location.license_count === 0;
