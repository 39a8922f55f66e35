import {
  api,
  type FieldMessages,
  type OfferedReport,
  REPORT_PERIODS,
  type ReportPeriod,
  reportDays,
} from '@longshore/contract';
import { Button, Pill, TextInput } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useId } from 'react';
import { useRead } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.ts';
import { errorOf, translateMessage, useText } from '../../../lib/text/text.ts';
import { DayInput } from '../../../ui/form/day-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { ItemPicker } from '../../inventory/index.ts';
import css from './operations.module.css';
import type { ReportFields } from './report-address.ts';

interface FieldsProps {
  report: OfferedReport;
  fields: ReportFields;
  change: (change: Partial<ReportFields>) => void;
  problems: FieldMessages;
  today: string;
  isRunning: boolean;
  onRun: () => void;
  onStop: () => void;
}

/** What the report asks for, in one line, with *Run*. */
export function ReportFieldsForm(props: FieldsProps) {
  const { report, fields, change, problems, isRunning, onRun, onStop } = props;
  const t = useText();
  const { user } = useSession();
  const error = (field: string) => {
    const found = problems[field];
    return found ? { error: translateMessage(t, errorOf(found)) } : {};
  };
  return (
    <form
      noValidate
      className={css.fields}
      aria-label={report.title}
      onSubmit={(event) => {
        event.preventDefault();
        onRun();
      }}
    >
      {user.is_main_user ? (
        <ClientField
          report={report}
          value={fields.client}
          onChange={(client) => change({ client })}
          {...error('clientId')}
        />
      ) : null}
      <DateFields {...props} error={error} />
      <CriteriaField {...props} error={error} />
      {report.items ? <ItemsField fields={fields} change={change} {...error('params')} /> : null}
      <div className={css.run}>
        {isRunning ? (
          <Button variant="default" leftSection={<IconPlayerStop size={16} stroke={1.7} />} onClick={onStop}>
            {t('reports.operations.stop')}
          </Button>
        ) : (
          <Button type="submit" leftSection={<IconPlayerPlay size={16} stroke={1.7} />}>
            {t('reports.run')}
          </Button>
        )}
      </div>
    </form>
  );
}

interface ClientFieldProps {
  report: OfferedReport;
  value: string;
  onChange: (client: string) => void;
  error?: string;
}

function ClientField({ report, value, onChange, ...error }: ClientFieldProps) {
  const t = useText();
  const { data = [] } = useRead(api.clients.selector, { body: { search: '' } });
  const all = report.all_clients ? [{ value: 'all', label: t('reports.allClients') }] : [];
  return (
    <Select
      label={t('reports.operations.client')}
      data={[...all, ...data.map(({ id, company }) => ({ value: String(id), label: company }))]}
      value={value || null}
      onChange={(client) => onChange(client ?? '')}
      {...error}
    />
  );
}

type ErrorOf = (field: string) => { error?: string };

function DateFields({ report, fields, change, today, error }: FieldsProps & { error: ErrorOf }) {
  const t = useText();
  const id = useId();
  if (report.dates === 'none') return null;
  const end = (
    <DayInput
      id={`${id}-to`}
      label={t(report.dates === 'day' ? 'reports.operations.day' : 'reports.to')}
      value={fields.to}
      onDay={(to) => change({ to })}
      {...error('to_date')}
    />
  );
  if (report.dates === 'day') return end;
  const chosen = REPORT_PERIODS.find((period) => {
    const { from, to } = reportDays(period, today);
    return from === fields.from && to === fields.to;
  });
  return (
    <>
      <Select
        label={t('reports.period')}
        placeholder={t('reports.ownDays')}
        data={REPORT_PERIODS.map((period) => ({ value: period, label: t(`reports.periods.${period}`) }))}
        value={chosen ?? null}
        onChange={(period) => period && change(reportDays(period as ReportPeriod, today))}
      />
      <DayInput
        id={`${id}-from`}
        label={t('reports.from')}
        value={fields.from}
        onDay={(from) => change({ from })}
        {...error('from_date')}
      />
      {end}
    </>
  );
}

function CriteriaField({ report: { criteria }, fields, change, error }: FieldsProps & { error: ErrorOf }) {
  const t = useText();
  if (!criteria) return null;
  if (criteria.kind === 'filter')
    return (
      <Select
        label={criteria.label}
        withAsterisk
        placeholder={t(criteria.choices.length ? 'reports.operations.chooseFilter' : 'reports.operations.noFilters')}
        data={criteria.choices}
        value={fields.text || null}
        onChange={(text) => change({ text: text ?? '' })}
        {...error('text_criteria_1')}
      />
    );
  if (criteria.kind === 'choice')
    return (
      <Select
        label={criteria.label}
        data={[{ value: '', label: t('reports.operations.everyType') }, ...criteria.choices]}
        value={fields.text}
        onChange={(text) => change({ text: text ?? '' })}
        {...error('text_criteria_1')}
      />
    );
  return (
    <TextInput
      label={criteria.label}
      withAsterisk={criteria.required === 1}
      value={fields.text}
      inputMode={criteria.kind === 'days' ? 'numeric' : 'text'}
      onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      {...error('text_criteria_1')}
    />
  );
}

interface ItemsFieldProps {
  fields: ReportFields;
  change: (change: Partial<ReportFields>) => void;
  error?: string;
}

function ItemsField({ fields: { client, items }, change, error }: ItemsFieldProps) {
  const t = useText();
  return (
    <div className={css.items}>
      <ItemPicker
        key={client}
        label="reports.operations.items"
        excepts={items.map(({ id }) => id)}
        {...(client && client !== 'all' ? { clientId: Number(client) } : {})}
        error={error}
        onPick={({ inventory: { id, sku } }) => change({ items: [...items, { id, sku }] })}
      />
      {items.map(({ id, sku }) => (
        <Pill
          key={id}
          withRemoveButton
          removeButtonProps={{
            'aria-label': t('reports.operations.removeItem', { sku }),
            'aria-hidden': false,
            tabIndex: 0,
          }}
          onRemove={() => change({ items: items.filter((item) => item.id !== id) })}
        >
          {sku}
        </Pill>
      ))}
    </div>
  );
}
