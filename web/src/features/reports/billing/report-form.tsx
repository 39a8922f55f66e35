import {
  BILLING_REPORTS,
  type FieldMessages,
  isExcelReport,
  REPORT_FORMATS,
  REPORT_PERIODS,
  type ReportFormat,
  type ReportPeriod,
} from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { errorOf, translateMessage, useText } from '../../../lib/text/text.ts';
import { DayInput } from '../../../ui/form/day-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { ClientsInput } from './clients-input.tsx';
import { isOfPeriod, type ReportValues } from './report-state.ts';
import css from './reports.module.css';

interface ReportFormProps {
  values: ReportValues;
  change: (change: Partial<ReportValues>) => void;
  problems: FieldMessages;
  today: string;
  isRunning: boolean;
  onRun: () => void;
  onCancel: () => void;
}

/** What to report: clients, report, days and format. */
export function ReportForm({ values, change, problems, today, isRunning, onRun, onCancel }: ReportFormProps) {
  const t = useText();
  const id = useId();
  const error = (field: string) => {
    const found = problems[field];
    return found ? { error: translateMessage(t, errorOf(found)) } : {};
  };
  return (
    <form
      noValidate
      className={css.form}
      aria-label={t('navigation.billingReports')}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onRun();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onRun();
      }}
    >
      <ClientsInput
        id={`${id}-clients`}
        value={values.clients}
        set={(clients) => change({ clients })}
        error={problems.clients && errorOf(problems.clients)}
      />
      <div className={css.fields}>
        <Select
          label={t('reports.name')}
          withAsterisk
          data={BILLING_REPORTS.map((name) => ({ value: name, label: t(`reports.names.${name}`) }))}
          value={values.name}
          {...error('name')}
          onChange={(name) => change({ name: name as ReportValues['name'] })}
        />
        <Select
          label={t('reports.period')}
          placeholder={t('reports.ownDays')}
          data={REPORT_PERIODS.map((period) => ({ value: period, label: t(`reports.periods.${period}`) }))}
          value={isOfPeriod(values, today) ? values.period : null}
          onChange={(period) => change({ period: period as ReportPeriod })}
        />
        <DayInput
          id={`${id}-from`}
          label={t('reports.from')}
          value={values.from_date}
          {...error('from_date')}
          onDay={(from_date) => change({ from_date })}
        />
        <DayInput
          id={`${id}-to`}
          label={t('reports.to')}
          value={values.to_date}
          {...error('to_date')}
          onDay={(to_date) => change({ to_date })}
        />
        <Select
          label={t('reports.format')}
          {...(isExcelReport(values.name) ? { description: t('reports.noPdf') } : {})}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={REPORT_FORMATS.map((format) => ({
            value: format,
            label: t(`reports.formats.${format}`),
            disabled: format === 'pdf' && isExcelReport(values.name),
          }))}
          value={values.format}
          {...error('format')}
          onChange={(format) => change({ format: format as ReportFormat })}
        />
        <RunButton isRunning={isRunning} onCancel={onCancel}>
          {t('reports.run')}
        </RunButton>
      </div>
    </form>
  );
}

interface RunButtonProps {
  isRunning: boolean;
  onCancel: () => void;
  children: ReactNode;
}

function RunButton({ isRunning, onCancel, children }: RunButtonProps) {
  const t = useText();
  return (
    <div className={css.run}>
      <Button type="submit" leftSection={<IconPlayerPlay size={16} stroke={1.7} />} disabled={isRunning}>
        {children}
      </Button>
      {isRunning && (
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      )}
    </div>
  );
}
