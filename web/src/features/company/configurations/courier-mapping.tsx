import { api, type CourierInput, LABEL_RULES, type PartnerCarrier, type PartnerPlace } from '@longshore/contract';
import { MultiSelect } from '@mantine/core';
import { useRead } from '../../../lib/api.ts';
import { type PlainKey, useText } from '../../../lib/text/text.ts';
import { type Choice, type FieldProps, SelectField, TextField, useField } from '../../../ui/form/fields.tsx';
import { FieldGroup } from '../../../ui/form/form-page.tsx';
import type { FieldOf, RecordForm } from '../../../ui/form/use-record-form.ts';
import { labels } from './configuration-words.ts';

type Form = RecordForm<Omit<CourierInput, 'status'>>;

const named = (rows: readonly { code: string; name: string }[]): Choice[] =>
  rows.map(({ code, name }) => ({ value: code, label: name }));

const accounts = (carriers: readonly PartnerCarrier[]): Choice[] =>
  carriers.map(({ id, name }) => ({ value: id, label: name }));

const places = (all: readonly PartnerPlace[]): Choice[] =>
  all.map(({ id, name, address }) => ({ value: id, label: [name, address].filter(Boolean).join(', ') }));

/** Which carriers, services and addresses of the company's partners a courier is mapped to. */
export function CourierMapping({ form }: { form: Form }) {
  return (
    <FieldGroup title="configurations.mapping">
      <ShippoFields form={form} />
      <StationFields form={form} />
      <FreightField form={form} />
    </FieldGroup>
  );
}

/** The ids of accounts are kept as one text, with commas. */
const idsIn = (text: string): string[] => text.split(',').filter(Boolean);

function ShippoFields({ form }: { form: Form }) {
  const t = useText();
  const { data: carriers = [] } = useRead(api.companyAccounts.shippoCouriers);
  const { data: senders = [] } = useRead(api.companyAccounts.shippoAddresses);
  const id = form.field('shippo_id');
  const chosen = carriers.filter((carrier) => idsIn(id.value).includes(carrier.id));
  return (
    <>
      {carriers.length === 0 ? (
        <TextField {...id} label={labels.shippo_id} span={4} />
      ) : (
        <CarriersField
          {...id}
          label={labels.shippo_id}
          span={4}
          carriers={carriers}
          // A service of another carrier would never be offered.
          onChosen={() => form.set({ shippo_service: '' })}
        />
      )}
      <MappedField
        {...form.field('shippo_service')}
        label={labels.shippo_service}
        choices={chosen.flatMap((carrier) => servicesOf(carrier, chosen.length > 1))}
      />
      <MappedField {...form.field('shippo_address_id')} label={labels.shippo_address_id} choices={places(senders)} />
      {id.value !== '' && (
        <SelectField
          {...form.field('label_rule')}
          label={labels.label_rule}
          hint="configurations.labelRuleHint"
          span={12}
          choices={LABEL_RULES.map((rule) => ({ value: rule, label: t(`configurations.labelRules.${rule}`) }))}
        />
      )}
    </>
  );
}

const servicesOf = ({ name, services }: PartnerCarrier, withCarrier: boolean): Choice[] =>
  named(services).map(({ value, label }) => ({ value, label: withCarrier ? `${name} ${label}` : label }));

type CarriersProps = FieldProps<string> & { carriers: readonly PartnerCarrier[]; onChosen: () => void };

/** Several carriers can be compared by one courier; ids that the account has no more stay. */
function CarriersField({ carriers, onChosen, ...field }: CarriersProps) {
  const { frame, input } = useField(field);
  const ids = idsIn(field.value);
  const gone = ids.filter((id) => !carriers.some((carrier) => carrier.id === id));
  return frame(
    <MultiSelect
      {...input}
      data={[...accounts(carriers), ...gone.map((id) => ({ value: id, label: id }))]}
      value={ids}
      onChange={(chosen) => {
        field.set(chosen.join(','));
        onChosen();
      }}
    />,
  );
}

function StationFields({ form }: { form: Form }) {
  const { data: carriers = [] } = useRead(api.companyAccounts.shipStationCouriers);
  const carrier = carriers.find(({ id }) => id === form.values.ss_mapping_carrier);
  return (
    <>
      <MappedField
        {...form.field('ss_mapping_carrier')}
        label={labels.ss_mapping_carrier}
        choices={accounts(carriers)}
        onChosen={() => form.set({ ss_mapping_service: '', ss_mapping_package: '' })}
      />
      <MappedField
        {...form.field('ss_mapping_service')}
        label={labels.ss_mapping_service}
        choices={named(carrier?.services ?? [])}
      />
      <MappedField
        {...form.field('ss_mapping_package')}
        label={labels.ss_mapping_package}
        choices={named(carrier?.packages ?? [])}
      />
    </>
  );
}

function FreightField({ form }: { form: Form }) {
  const { data } = useRead(api.companyAccounts.freightLists);
  return (
    <MappedField {...form.field('flex_service')} label={labels.flex_service} choices={named(data?.services ?? [])} />
  );
}

interface MappedProps extends FieldOf<string> {
  label: PlainKey;
  choices: Choice[];
  onChosen?: () => void;
}

/** One of what the partner offers; without an account, or for what it offers no more, as it was typed. */
function MappedField({ choices, onChosen, ...field }: MappedProps) {
  const t = useText();
  if (choices.length === 0) return <TextField {...field} span={4} />;
  const isKnown = field.value === '' || choices.some(({ value }) => value === field.value);
  return (
    <SelectField
      {...field}
      span={4}
      choices={[
        { value: '', label: t('configurations.notMapped') },
        ...choices,
        ...(isKnown ? [] : [{ value: field.value, label: field.value }]),
      ]}
      onChosen={(value) => {
        if (value !== field.value) onChosen?.();
      }}
    />
  );
}
