import { api, NAMING_FIELDS, type Trace, type Traceable, type TraceField } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Pages } from '../../ui/pages.tsx';
import css from './trace-panel.module.css';
import { panelTraceLabels, subjectLabels, type TraceLabels } from './trace-words.ts';

const SHOWN = 5;
/** A trace with more changed fields than this shows only its subject; the full history lists them. */
const FIELDS_MAX = 3;

interface TraceProps<Kind extends Traceable = Traceable> {
  traceableType: Kind;
  traceableId: number;
  /** The record's name, for the title of the full history. */
  name: string;
  /** Labels of the record's fields. */
  fieldLabels: TraceLabels<Kind>;
  /** Formats stored values: flags, rates and choices. */
  formatValue?: ((field: TraceField<Kind>, value: string) => string | undefined) | undefined;
}

/** Who changed what, for users who may see it. Hidden when it cannot be loaded. */
export function TracePanel<Kind extends Traceable>(props: TraceProps<Kind>) {
  const { can } = useSession();
  // From here on the kind does not matter: fields are looked up by name.
  return can(api.records.traces.access) ? <TraceList {...(props as unknown as TraceProps)} /> : null;
}

const useTraces = ({ traceableType, traceableId }: TraceProps, page: number) =>
  useRead(
    api.records.traces,
    { query: { traceable_type: traceableType, traceable_id: traceableId, page } },
    { keepPrevious: true },
  );

function TraceList(props: TraceProps) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const { data } = useTraces(props, 1);
  const traces = data?.data ?? [];
  const all = data && data.last_page > 1 ? t('records.allOver') : t('records.all', { count: traces.length });
  const action = traces.length > 0 && (
    <Button variant="subtle" size="xs" onClick={() => setOpen(true)}>
      {all}
    </Button>
  );
  return (
    <SidePanel title={t('records.history')} action={action}>
      {traces.length === 0 && <p className={css.none}>{t('records.nothingYet')}</p>}
      <ol className={css.list}>
        {traces.slice(0, SHOWN).map((trace) => (
          <TraceLine key={trace.id} trace={trace} {...props} />
        ))}
      </ol>
      {open && <FullHistory {...props} onClose={() => setOpen(false)} />}
    </SidePanel>
  );
}

/** Translates fields, values and subjects. A field that the contract does not know is shown as stored. */
function useTraceText({ fieldLabels, formatValue }: Pick<TraceProps, 'fieldLabels' | 'formatValue'>) {
  const t = useText();
  const labels: Partial<Record<string, PlainKey>> = { ...panelTraceLabels, ...fieldLabels };
  return {
    field: (field: string) => {
      const label = labels[field];
      return label ? t(label) : field.replaceAll('_', ' ');
    },
    value: (field: string, value: string) =>
      value === '' ? t('records.empty') : (formatValue?.(field as TraceField<Traceable>, value) ?? value),
    subject: (subject: string) => {
      const known = (subjectLabels as Partial<Record<string, PlainKey>>)[subject];
      return known ? t(known) : subject;
    },
  };
}

/** These fields name the subject of the trace; they are shown after it, not as a changed value. */
const isNaming = (field: string) => (NAMING_FIELDS as readonly string[]).includes(field);

/** A trace in one line: its subject, and the change itself when few fields changed. */
function TraceLine({ trace, ...props }: TraceProps & { trace: Trace }) {
  const t = useText();
  const format = useFormat();
  const text = useTraceText(props);
  // What was created with its parts, or changed in several of them, is not named by the first part.
  const named = trace.array_log.filter(({ field }) => isNaming(field));
  const naming = named.length === 1 && trace.subject !== 'Created' ? named[0] : undefined;
  const set = trace.array_log.filter(({ field }) => !isNaming(field));
  const [first, ...others] = named.length > 0 || set.length > FIELDS_MAX ? [] : set;
  return (
    <li>
      <time className={css.time} dateTime={trace.created_at}>
        {format.short(trace.created_at)}
      </time>{' '}
      <strong>{trace.user}</strong>{' '}
      {first
        ? t('records.set', { field: text.field(first.field), value: text.value(first.field, first.newValue) })
        : text.subject(trace.subject)}{' '}
      {naming && <em>{naming.newValue}</em>} {others.length > 0 && t('records.setMore', { count: others.length })}
    </li>
  );
}

/** The full history of a record in a dialog, for records without a page. */
export function TraceDialog<Kind extends Traceable>(props: TraceProps<Kind> & { onClose: () => void }) {
  return <FullHistory {...(props as unknown as TraceProps)} onClose={props.onClose} />;
}

function FullHistory(props: TraceProps & { onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const text = useTraceText(props);
  const [page, setPage] = useState(1);
  const { data } = useTraces(props, page);
  const title = t('records.historyOf', { kind: t(`records.kinds.${props.traceableType}`), name: props.name });
  return (
    <Dialog title={title} size={560} onClose={props.onClose}>
      {data?.data.length === 0 && <p className={css.none}>{t('records.nothingYet')}</p>}
      <ol className={css.fullHistory}>
        {data?.data.map((trace) => (
          <li key={trace.id}>
            <div className={css.entryHead}>
              <strong>{trace.user}</strong> <span>{text.subject(trace.subject)}</span>
              <time className={css.time} dateTime={trace.created_at}>
                {format.dateTime(trace.created_at)}
              </time>
            </div>
            {trace.array_log.map(({ field, newValue }) => (
              <div key={`${field} ${newValue}`} className={css.entry}>
                {!isNaming(field) && (
                  <>
                    {t('records.setField')} <em>{text.field(field)}</em> {t('records.to')}{' '}
                  </>
                )}
                <em>{text.value(field, newValue)}</em>
              </div>
            ))}
          </li>
        ))}
      </ol>
      {data && data.last_page > 1 && <Pages page={page} pages={data.last_page} onPage={setPage} mt="md" />}
    </Dialog>
  );
}
