import type { AddressCopy } from '@longshore/contract';
import { CountryField } from '../../ui/form/country-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import type { FieldOf } from '../../ui/form/use-record-form.ts';
import { addressLabels as labels } from './relation-words.ts';

/** The part of a form that has an address among its fields. */
export interface AddressForm {
  field: (name: keyof AddressCopy) => FieldOf<string>;
  set: (values: Pick<AddressCopy, 'country' | 'country_code'>) => void;
}

/** The fields of an address below its company. */
export function AddressFields({ form }: { form: AddressForm }) {
  return (
    <>
      <TextField {...form.field('contact')} label={labels.contact} span={8} />
      <TextField {...form.field('phone')} label="relations.phone" span={4} type="tel" />
      <TextField {...form.field('street1')} label={labels.street1} span={12} />
      <TextField {...form.field('street2')} label={labels.street2} span={6} />
      <TextField {...form.field('street3')} label={labels.street3} span={6} />
      <TextField {...form.field('city')} label={labels.city} span={8} />
      <TextField {...form.field('postal_code')} label={labels.postal_code} span={4} />
      <TextField {...form.field('state')} label={labels.state} span={8} />
      <TextField {...form.field('state_code')} label={labels.state_code} span={4} />
      <CountryField
        {...form.field('country_code')}
        label={labels.country}
        span={12}
        onChosen={(country_code, country) => form.set({ country_code, country })}
      />
    </>
  );
}
