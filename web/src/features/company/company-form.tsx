import { api, CompanyForm as CompanyFormSchema, CURRENCIES, MEASURES, PAPER_SIZES, paperOf } from '@longshore/contract';
import { useMemo } from 'react';
import { call, refresh, useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { formatTime } from '../../lib/format.ts';
import { renewSession, replaceCompany, replaceResources, sessionState, useSession } from '../../lib/session.ts';
import { localeOf, translate, useLanguage, useText } from '../../lib/text/text.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { CountryField } from '../../ui/form/country-field.tsx';
import { SelectField, SwitchField, TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { FieldGroup, FormPage } from '../../ui/form/form-page.tsx';
import { QuantityField } from '../../ui/form/number-fields.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { useGo } from '../../ui/route-link.tsx';
import { ColourField } from './colour-field.tsx';
import { CompanyPreview } from './company-preview.tsx';
import { COLOUR_FIELDS, companyLabels as labels, SWITCHES } from './company-words.ts';
import { LogoField } from './logo-field.tsx';

export function CompanyForm() {
  return (
    <Allowed access={api.company.saveConfig.access} backTo="/company">
      <CompanyFields />
    </Allowed>
  );
}

/** Reads the current company, for the choice after a conflict. */
async function reload(): Promise<CompanyFormSchema> {
  await renewSession();
  const now = sessionState();
  return CompanyFormSchema.parse(now.phase === 'user' ? now.session.preferences : {});
}

function CompanyFields() {
  const t = useText();
  const go = useGo();
  const { preferences } = useSession();
  const save = useWrite(api.company.saveConfig, handledByForm);
  const form = useRecordForm({
    draft: 'company',
    schema: CompanyFormSchema,
    initial: CompanyFormSchema.parse(preferences),
    save: (body) => save.mutateAsync({ body }),
    reload,
    onSaved: async (saved) => {
      const isMeasureChanged = saved.measure !== preferences.measure;
      replaceCompany(saved);
      void refresh(api.records.traces);
      void refresh(api.operations.firstSteps);
      // The default packages change their sizes with the measuring system.
      if (isMeasureChanged) replaceResources(await call(api.company.settings));
      showSuccess(translate('company.saved'));
      go('/company');
    },
  });
  return (
    <FormPage
      form={form}
      title={t('company.editTitle')}
      crumbs={[{ label: t('shell.setting') }, { label: t('company.company'), href: '/company' }]}
      leaveTo="/company"
      wideSide
      side={<CompanyPreview values={form.values} />}
    >
      <ProfileFields form={form} />
      <PaperFields form={form} />
      <GuestFields form={form} />
      <FieldGroup title="company.preferences">
        {(Object.keys(SWITCHES) as (keyof typeof SWITCHES)[]).map((field) => (
          <SwitchField key={field} {...form.field(field)} label={labels[field]} hint={SWITCHES[field]} span={12} />
        ))}
      </FieldGroup>
      <FieldGroup title="company.numbers">
        <TextField {...form.field('invoice_prefix')} label={labels.invoice_prefix} span={4} />
        <QuantityField
          {...form.field('next_inv_num')}
          label={labels.next_inv_num}
          hint="company.onlyRises"
          span={4}
          plain
        />
        <QuantityField {...form.field('bol_base')} label={labels.bol_base} span={4} plain />
        <TextField {...form.field('packing_slip_prefix')} label={labels.packing_slip_prefix} span={4} />
        <QuantityField
          {...form.field('next_picking_num')}
          label={labels.next_picking_num}
          hint="company.onlyRises"
          span={4}
          plain
        />
        <TextField {...form.field('ss_prefix')} label={labels.ss_prefix} span={4} />
        <TextField {...form.field('gs1_prefix')} label={labels.gs1_prefix} hint="company.gs1PrefixHint" span={12} />
      </FieldGroup>
    </FormPage>
  );
}

interface PartProps {
  form: RecordForm<CompanyFormSchema>;
}

function ProfileFields({ form }: PartProps) {
  const t = useText();
  return (
    <FieldGroup title="company.profile">
      <TextField {...form.field('name')} label={labels.name} span={8} autoFocus />
      <TextField {...form.field('phone')} label={labels.phone} span={4} type="tel" />
      <TextField {...form.field('address')} label={labels.address} span={8} />
      <TextField {...form.field('postal')} label={labels.postal} span={4} />
      <TextField {...form.field('city')} label={labels.city} span={4} />
      <TextField {...form.field('state')} label={labels.state} span={4} />
      <CountryField
        {...form.field('home_country_code')}
        label={labels.home_country_code}
        span={4}
        onChosen={(home_country_code, country) => form.set({ home_country_code, country })}
      />
      <TextField {...form.field('home_address')} label={labels.home_address} hint="company.websiteHint" span={6} />
      <TextField {...form.field('host')} label={labels.host} hint="company.hostHint" span={6} />
      <TimezoneField form={form} />
      <CurrencyField form={form} />
      <SelectField
        {...form.field('measure')}
        label={labels.measure}
        hint="company.measureHint"
        span={6}
        choices={MEASURES.map((value) => ({
          value,
          label: t(value === 'metric' ? 'company.metric' : 'company.imperial'),
        }))}
      />
    </FieldGroup>
  );
}

/** What papers say, and how large they are. */
function PaperFields({ form }: PartProps) {
  const t = useText();
  const usual = paperOf({ ...form.values, paper_size: '' });
  return (
    <FieldGroup title="company.papers">
      <TextField {...form.field('tax_id')} label={labels.tax_id} hint="company.taxIdHint" span={6} />
      <SelectField
        {...form.field('paper_size')}
        label={labels.paper_size}
        hint="company.paperSizeHint"
        span={6}
        choices={(['', ...PAPER_SIZES] as const).map((value) => ({
          value,
          label: value ? t(`company.paper.${value}`) : t('company.usualPaper', { paper: t(`company.paper.${usual}`) }),
        }))}
      />
      <TextAreaField
        {...form.field('payment_text')}
        label={labels.payment_text}
        hint="company.paymentTextHint"
        span={12}
      />
    </FieldGroup>
  );
}

function TimezoneField({ form }: PartProps) {
  const t = useText();
  const language = useLanguage();
  const { resources } = useSession();
  const { timezone } = form.values;
  const time = formatTime(new Date(), { language, timezone });
  return (
    <SelectField
      {...form.field('timezone')}
      label={labels.timezone}
      note={t('company.timezoneHint', { time })}
      span={6}
      choices={[...new Set([timezone, ...resources.timezones])]
        .sort()
        .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
    />
  );
}

/** Options show code and name: people know their currency by either. */
function CurrencyField({ form }: PartProps) {
  const language = useLanguage();
  const names = useMemo(() => new Intl.DisplayNames(localeOf(language), { type: 'currency' }), [language]);
  return (
    <SelectField
      {...form.field('currency')}
      label={labels.currency}
      hint="company.currencyHint"
      span={6}
      choices={CURRENCIES.map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }))}
    />
  );
}

function GuestFields({ form }: PartProps) {
  return (
    <FieldGroup title="company.guestPage">
      <TextField {...form.field('branding_name')} label={labels.branding_name} span={6} />
      <TextField {...form.field('branding')} label={labels.branding} span={6} />
      <LogoField {...form.field('logo')} label={labels.logo} hint="company.logoHint" span={12} />
      {COLOUR_FIELDS.map((field) => (
        <ColourField key={field} {...form.field(field)} label={labels[field]} span={4} />
      ))}
    </FieldGroup>
  );
}
