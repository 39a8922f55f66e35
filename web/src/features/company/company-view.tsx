import { api, COMPANY_ID, paperOf } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useLanguage, useText } from '../../lib/text/text.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { DetailPage, Section } from '../../ui/detail/detail-page.tsx';
import { Facts } from '../../ui/detail/facts.tsx';
import { countryName } from '../../ui/form/countries.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import { ShownLogo } from '../../ui/shown-logo.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { GuestPreview } from '../accounts/index.ts';
import { TracePanel } from '../records/index.ts';
import css from './company.module.css';
import {
  COLOUR_FIELDS,
  companyTraceLabels,
  companyLabels as labels,
  SWITCHES,
  useCompanyValue,
} from './company-words.ts';
import { ColourFact } from './swatch.tsx';

/** What later modules add to the page. */
export interface CompanySlots {
  Accounts: ComponentType;
}

/** Shows data that the session already has, so it needs no loading state. */
export function CompanyView({ slots }: { slots: CompanySlots }) {
  return (
    <Allowed access="main" backTo="/">
      <CompanyPage slots={slots} />
    </Allowed>
  );
}

function CompanyPage({ slots: { Accounts } }: { slots: CompanySlots }) {
  const t = useText();
  const { can, preferences } = useSession();
  const formatValue = useCompanyValue();
  return (
    <DetailPage
      title={preferences.name}
      crumbs={[{ label: t('shell.setting') }, { label: t('company.company') }]}
      actions={
        can(api.company.saveConfig.access) && (
          <Button
            component={RouteLink}
            href="/company/edit"
            aria-keyshortcuts="e"
            leftSection={<IconPencil size={16} stroke={1.7} />}
          >
            {t('company.edit')}
          </Button>
        )
      }
      side={
        can(api.records.traces.access) && (
          <TracePanel
            traceableType="Company"
            traceableId={COMPANY_ID}
            name={preferences.name}
            fieldLabels={companyTraceLabels}
            formatValue={formatValue}
          />
        )
      }
    >
      <Section title={t('company.profile')}>
        <ProfileFacts />
      </Section>
      <Section title={t('company.guestPage')}>
        <BrandFacts />
      </Section>
      <Section title={t('company.preferences')}>
        <Switches />
      </Section>
      <Section title={t('company.numbers')}>
        <NumberFacts />
      </Section>
      <Accounts />
    </DetailPage>
  );
}

function ProfileFacts() {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  const { preferences: company } = useSession();
  const town = [company.city, [company.state, company.postal].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const country = company.home_country_code ? countryName(company.home_country_code, language) : company.country;
  return (
    <Facts
      items={[
        { label: labels.address, value: company.address, second: town, copy: [company.address, town].join(', ') },
        { label: labels.home_country_code, value: country },
        { label: labels.phone, value: company.phone, copy: true },
        {
          label: labels.home_address,
          value: company.home_address && (
            <a href={company.home_address} target="_blank" rel="noreferrer">
              {company.home_address.replace(/^https?:\/\//, '')}
            </a>
          ),
        },
        {
          label: labels.timezone,
          value: company.timezone,
          second: t('company.timeThere', { time: format.time(new Date()) }),
        },
        { label: labels.measure, value: t(company.measure === 'metric' ? 'company.metric' : 'company.imperial') },
        { label: labels.currency, value: company.currency },
        { label: labels.tax_id, value: company.tax_id },
        { label: labels.paper_size, value: t(`company.paper.${paperOf(company)}`) },
        { label: labels.payment_text, value: company.payment_text },
        { label: labels.host, value: company.host, copy: true },
        { label: 'company.updatedAt', value: format.date(company.updated_at) },
      ]}
    />
  );
}

function BrandFacts() {
  const { preferences: company } = useSession();
  return (
    <div className={css.brand}>
      <GuestPreview brand={company} />
      <div className={css.brandFacts}>
        <Facts
          items={[
            { label: labels.branding_name, value: company.branding_name },
            { label: labels.branding, value: company.branding },
            {
              label: labels.logo,
              value: company.logo && <ShownLogo {...company} />,
              wide: true,
            },
            ...COLOUR_FIELDS.map((field) => ({
              label: labels[field],
              value: <ColourFact colour={company[field]} />,
            })),
          ]}
        />
      </div>
    </div>
  );
}

function Switches() {
  const t = useText();
  const { preferences: company } = useSession();
  return (
    <ul className={css.switches}>
      {(Object.keys(SWITCHES) as (keyof typeof SWITCHES)[]).map((field) => (
        <li key={field}>
          <span>
            <StatusPill status={company[field] ? 'active' : 'disabled'}>
              {t(company[field] ? 'company.on' : 'company.off')}
            </StatusPill>
          </span>
          <span>
            {t(labels[field])}
            <small>{t(SWITCHES[field])}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}

function NumberFacts() {
  const t = useText();
  const { preferences: company } = useSession();
  const next = (prefix: string, number: number) => `${prefix}${number}`;
  return (
    <Facts
      items={[
        { label: labels.next_inv_num, value: next(company.invoice_prefix, company.next_inv_num) },
        { label: labels.next_picking_num, value: next(company.packing_slip_prefix, company.next_picking_num) },
        { label: labels.bol_base, value: company.bol_base },
        { label: labels.gs1_prefix, value: company.gs1_prefix, copy: true },
        {
          label: labels.ss_prefix,
          value: company.ss_prefix,
          second: company.ss_prefix && t('company.shipStationExample', { example: `${company.ss_prefix}1042` }),
        },
      ]}
    />
  );
}
