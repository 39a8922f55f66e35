import { api, PAYMENTS, type Relation, RelationUpdate, relationDisplayName } from '@longshore/contract';
import { useParams } from '@tanstack/react-router';
import { call, useRead, useWrite } from '../../lib/api.ts';
import { useOpenedClient, useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { CountryField } from '../../ui/form/country-field.tsx';
import { EmailField, SelectField, SwitchField, TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { FieldGroup, FormPage } from '../../ui/form/form-page.tsx';
import { PercentField } from '../../ui/form/number-fields.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { listAddress } from '../../ui/list/list-address.ts';
import { useGo } from '../../ui/route-link.tsx';
import { rememberRelation } from './relation-cache.ts';
import { relationLabels as labels, relationPath, relationsPath, useRelationType } from './relation-words.ts';

export function RelationForm() {
  const type = useRelationType();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const isNew = id === 'new';
  const read = useRead(api.relations.get, { params: { id: Number(id) } }, { enabled: !isNew, staleTime: 0 });
  if (isNew) return <RelationFields key={type} relation={undefined} />;
  return (
    <Loaded read={read} fresh backTo={listAddress(relationsPath(type))}>
      {(relation) => <RelationFields key={relation.id} relation={relation} />}
    </Loaded>
  );
}

/** The initial values of the form; a new relation has the contract's defaults. */
const valuesOf = (relation: Relation | undefined) =>
  relation ? RelationUpdate.parse(relation) : { ...RelationUpdate.parse({ name: '-' }), name: '' };

function RelationFields({ relation }: { relation: Relation | undefined }) {
  const type = useRelationType();
  const t = useText();
  const go = useGo();
  const opened = useOpenedClient();
  const create = useWrite(api.relations.create, handledByForm);
  const update = useWrite(api.relations.update, handledByForm);
  const params = { id: relation?.id ?? 0 };
  const form = useRecordForm({
    draft: `relation ${type} ${relation?.id ?? 'new'}`,
    schema: RelationUpdate,
    initial: valuesOf(relation),
    save: (values) =>
      relation
        ? update.mutateAsync({ params, body: values })
        : create.mutateAsync({ body: { ...values, type, ...opened } }),
    reload: async () => valuesOf(await call(api.relations.get, { params })),
    onSaved: (saved) => {
      rememberRelation(saved);
      go(relationPath(type, saved.id, 'view'));
    },
  });
  const title = relation ? relationDisplayName(relation.name) : t(`relations.${type}.make`);
  const list = listAddress(relationsPath(type));
  const view = relation ? relationPath(type, relation.id, 'view') : list;
  return (
    <FormPage
      form={form}
      title={relation ? t(`relations.${type}.edit`) : title}
      crumbs={[
        { label: t('relations.relation') },
        { label: t(`relations.${type}.many`), href: list },
        relation ? { label: title, href: view } : { label: title },
      ]}
      clientId={relation?.client_id ?? opened.client_id}
      leaveTo={view}
    >
      <FieldGroup title="relations.general">
        <TextField {...form.field('name')} label={labels.name} span={6} autoFocus />
        <TextField {...form.field('account')} label={labels.account} span={3} />
        <SwitchField {...form.field('is_active')} label="relations.isActive" span={3} />
        <EmailField {...form.field('email')} label={labels.email} span={6} />
        <TextField {...form.field('phone')} label={labels.phone} span={3} type="tel" />
      </FieldGroup>
      <ShippingFields form={form} />
      <AccountingFields form={form} />
    </FormPage>
  );
}

interface PartProps {
  form: RecordForm<RelationUpdate>;
}

function ShippingFields({ form }: PartProps) {
  const t = useText();
  const { resources } = useSession();
  const { default_courier, default_shipping_payment } = form.values;
  const couriers = resources.couriers.filter(({ id, is_active }) => is_active || id === default_courier);
  return (
    <FieldGroup title="relations.shipping">
      <SelectField
        {...form.field('default_courier')}
        label={labels.default_courier}
        span={6}
        choices={[
          { value: '0', label: t('forms.none') },
          ...couriers.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <SelectField
        {...form.field('default_shipping_payment')}
        label={labels.default_shipping_payment}
        span={6}
        choices={PAYMENTS.map((value) => ({ value, label: t(`relations.payments.${value}`) }))}
      />
      {default_shipping_payment !== 'prepaid' && (
        <>
          <TextField {...form.field('default_courier_account')} label={labels.default_courier_account} span={6} />
          <TextField {...form.field('default_collect_postal')} label={labels.default_collect_postal} span={3} />
          <CountryField {...form.field('default_collect_country')} label={labels.default_collect_country} span={3} />
        </>
      )}
    </FieldGroup>
  );
}

function AccountingFields({ form }: PartProps) {
  const t = useText();
  const { resources } = useSession();
  const { default_term } = form.values;
  const terms = resources.terms.filter(({ is_active }) => is_active).map(({ name }) => name);
  return (
    <FieldGroup title="relations.accounting">
      <SelectField
        {...form.field('default_term')}
        label={labels.default_term}
        span={3}
        choices={[
          { value: 'NA', label: t('forms.none') },
          ...[...new Set([...terms, default_term])]
            .filter((term) => term !== 'NA')
            .map((term) => ({ value: term, label: term })),
        ]}
      />
      <PercentField
        {...form.field('default_tax_rate')}
        label={labels.default_tax_rate}
        hint="relations.taxRateHint"
        span={3}
        offered={resources.taxes.filter(({ is_active }) => is_active)}
      />
      <TextAreaField {...form.field('default_instruction')} label={labels.default_instruction} span={12} />
      <SwitchField {...form.field('print_instruction')} label={labels.print_instruction} span={12} />
    </FieldGroup>
  );
}
