import {
  api,
  type CREDENTIAL_FIELDS,
  type Integration,
  IntegrationInput,
  IntegrationUpdate,
  type PartnerForm,
} from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call, useRead, useWrite } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { SelectField, SwitchField, TextField } from '../../ui/form/fields.tsx';
import { FieldGroup, FormPage } from '../../ui/form/form-page.tsx';
import { QuantityField } from '../../ui/form/number-fields.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { listAddress } from '../../ui/list/list-address.ts';
import { useGo } from '../../ui/route-link.tsx';
import { ClientField } from '../records/index.ts';
import css from './channels.module.css';
import { CredentialField } from './credential-field.tsx';
import { rememberIntegration } from './integration-cache.ts';
import {
  integrationPath,
  integrationsPath,
  integrationLabels as labels,
  usePartners,
  versionName,
} from './integration-words.ts';

export function IntegrationForm() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const isNew = id === 'new';
  const read = useRead(api.integrations.get, { params: { id: Number(id) } }, { enabled: !isNew, staleTime: 0 });
  const partners = usePartners();
  const back = listAddress(integrationsPath);
  const fields = (integration: Integration | undefined) => (
    <Loaded read={partners} backTo={back}>
      {(all) => <IntegrationFields key={integration?.id ?? 'new'} integration={integration} partners={all} />}
    </Loaded>
  );
  if (isNew)
    return (
      <Allowed access={api.integrations.create.access} backTo={back}>
        {fields(undefined)}
      </Allowed>
    );
  return (
    <Allowed access={api.integrations.update.access} backTo={integrationPath(Number(id), 'view')}>
      <Loaded read={read} fresh backTo={back}>
        {fields}
      </Loaded>
    </Allowed>
  );
}

/** Creating and saving in one form: what is fixed afterwards is only sent with a new connection. */
const FormValues = IntegrationInput.extend({ updated_at: IntegrationUpdate.shape.updated_at });
type Values = ReturnType<typeof FormValues.parse>;
type Form = RecordForm<Values>;

const NO_CREDENTIALS: Record<(typeof CREDENTIAL_FIELDS)[number], string> = {
  access_token: '',
  o_auth_token: '',
  key_1: '',
  key_2: '',
  key_3: '',
  key_4: '',
  key_5: '',
};

/** The initial values of the form; a new connection has the contract's defaults and the working client. */
function valuesOf(integration: Integration | undefined, clientId: number): Values {
  if (integration) return FormValues.parse({ ...integration, synchronize: integration.synchronize.active });
  const blank = FormValues.parse({ name: '-', client_id: 1, type: 1 });
  return { ...blank, ...NO_CREDENTIALS, name: '', client_id: clientId, type: 0 };
}

interface FieldsProps {
  integration: Integration | undefined;
  partners: PartnerForm[];
}

function IntegrationFields({ integration, partners }: FieldsProps) {
  const t = useText();
  const go = useGo();
  const { user } = useSession();
  const create = useWrite(api.integrations.create, handledByForm);
  const update = useWrite(api.integrations.update, handledByForm);
  const params = { id: integration?.id ?? 0 };
  const [initial] = useState(() => valuesOf(integration, user.working_client?.id ?? 0));
  const form: Form = useRecordForm({
    draft: `integration ${integration?.id ?? 'new'}`,
    schema: FormValues,
    initial,
    save: ({ client_id, type, updated_at, ...values }) =>
      integration
        ? update.mutateAsync({ params, body: { ...values, updated_at, reverify: 0 } })
        : create.mutateAsync({ body: { ...values, client_id, type } }),
    reload: async () => valuesOf(await call(api.integrations.get, { params }), 0),
    refusedInline: true,
    onSaved: (saved) => {
      rememberIntegration(saved);
      go(integrationPath(saved.id, 'view'));
    },
  });
  const partner = partners.find(({ code }) => code === form.values.type);
  const list = listAddress(integrationsPath);
  const view = integration ? integrationPath(integration.id, 'view') : list;
  const title = integration?.name ?? t('integrations.make');
  return (
    <FormPage
      form={form}
      title={integration ? t('integrations.editTitle') : title}
      crumbs={[
        { label: t('shell.setting') },
        { label: t('integrations.many'), href: list },
        integration ? { label: title, href: view } : { label: title },
      ]}
      leaveTo={view}
      savingText={t('integrations.verifying', { partner: partner?.name ?? t('integrations.partner') })}
    >
      <GeneralFields form={form} integration={integration} partners={partners} />
      <CredentialFields form={form} integration={integration} partner={partner} />
      <OptionFields form={form} partner={partner} />
    </FormPage>
  );
}

/** Another partner asks for other fields: what was typed for the one before is none of its business. */
const forPartner = (partner: PartnerForm | undefined) => ({
  ...NO_CREDENTIALS,
  api_version: partner?.api_versions[0] ?? '',
  report_stock: 0 as const,
});

function GeneralFields({ form, integration, partners }: FieldsProps & { form: Form }) {
  const t = useText();
  const { user } = useSession();
  const client = form.field('client_id');
  const isFixed = integration !== undefined;
  const choosePartner = (code: string) => {
    const chosen = partners.find((known) => String(known.code) === code);
    form.set(forPartner(chosen));
  };
  return (
    <FieldGroup title="clients.general">
      <ClientField
        {...client}
        set={(id) => client.set(id ?? 0)}
        label="integrations.client"
        span={4}
        disabled={isFixed}
        company={integration?.client.company ?? user.working_client?.company}
      />
      <SelectField
        {...form.field('type')}
        required
        label="integrations.partner"
        placeholder="integrations.partner"
        span={4}
        disabled={isFixed}
        autoFocus={!isFixed}
        choices={partners.map((partner) => ({
          value: String(partner.code),
          label: partner.is_retired ? `${partner.name} (${t('integrations.retired')})` : partner.name,
        }))}
        onChosen={choosePartner}
      />
      <TextField {...form.field('name')} label={labels.name} span={4} autoFocus={isFixed} />
    </FieldGroup>
  );
}

interface PartProps {
  form: Form;
  partner: PartnerForm | undefined;
}

function CredentialFields({ form, integration, partner }: PartProps & { integration: Integration | undefined }) {
  const t = useText();
  if (!partner)
    return (
      <FieldGroup title="integrations.credentials.title">
        <p className={css.wide}>{t('integrations.credentials.choosePartner')}</p>
      </FieldGroup>
    );
  const { api_version } = form.values;
  const versions = [...new Set([...partner.api_versions, ...(partner.api_versions.length > 0 ? [api_version] : [])])];
  return (
    <FieldGroup title="integrations.credentials.title">
      {partner.is_retired && <p className={css.wide}>{t('integrations.retiredText', { partner: partner.name })}</p>}
      {partner.demo.length > 0 && <DemoShop form={form} partner={partner} />}
      {partner.fields.map((declared) => (
        <CredentialField
          // Fields of another partner have the same names.
          key={`${partner.code} ${declared.field}`}
          {...form.field(declared.field)}
          declared={declared}
          integration={integration}
        />
      ))}
      {versions.length > 1 && (
        <SelectField
          {...form.field('api_version')}
          label={labels.api_version}
          span={6}
          choices={versions.map((version) => ({ value: version, label: versionName(version, t) }))}
        />
      )}
    </FieldGroup>
  );
}

/** Of the demo only: fills in what connects its built-in shop. */
function DemoShop({ form, partner }: { form: Form; partner: PartnerForm }) {
  const t = useText();
  const fill = () =>
    form.set({
      ...Object.fromEntries(partner.demo.map(({ field, value }) => [field, value])),
      ...(form.values.name ? {} : { name: `Demo ${partner.name}` }),
    });
  return (
    <div className={css.demo}>
      <Button variant="default" leftSection={<IconWand size={16} stroke={1.7} />} onClick={fill}>
        {t('integrations.credentials.useDemo')}
      </Button>
      <span>{t('integrations.credentials.demoHint')}</span>
    </div>
  );
}

function OptionFields({ form, partner }: PartProps) {
  const { synchronize, report_stock } = form.values;
  return (
    <FieldGroup title="integrations.options.title">
      <SwitchField
        {...form.field('create_new_item')}
        label={labels.create_new_item}
        hint="integrations.options.createItemsHint"
        span={6}
        alone
      />
      <SwitchField
        {...form.field('auto_process')}
        label={labels.auto_process}
        hint="integrations.options.processHint"
        span={6}
        alone
      />
      {partner?.can.report_shipments && (
        <SwitchField
          {...form.field('report_shipments')}
          label={labels.report_shipments}
          hint="integrations.options.reportHint"
          span={6}
          alone
        />
      )}
      {partner?.can.report_stock && (
        <SwitchField
          {...form.field('report_stock')}
          label={labels.report_stock}
          hint="integrations.options.shareHint"
          span={6}
          alone
        />
      )}
      <SwitchField
        {...form.field('synchronize')}
        label={labels.synchronize}
        hint="integrations.options.synchronizeHint"
        span={6}
        alone
      />
      <div className={css.wide} />
      {synchronize === 1 && <QuantityField {...form.field('sync_minutes')} label={labels.sync_minutes} span={3} />}
      <TimeZoneField form={form} />
      {partner?.can.report_stock && report_stock === 1 && (
        <>
          <QuantityField {...form.field('stock_share')} label={labels.stock_share} suffix="%" span={3} />
          <QuantityField {...form.field('stock_reserve')} label={labels.stock_reserve} span={3} />
        </>
      )}
    </FieldGroup>
  );
}

function TimeZoneField({ form }: { form: Form }) {
  const { resources } = useSession();
  const { store_time_zone } = form.values;
  return (
    <SelectField
      {...form.field('store_time_zone')}
      label={labels.store_time_zone}
      span={3}
      choices={[...new Set([store_time_zone, ...(resources.timezones ?? [])])]
        .sort()
        .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
    />
  );
}
