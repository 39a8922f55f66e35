import { api, NAMING_FIELDS, type Trace, type Traceable, type TraceField } from '@longshore/contract';
import { Button, Pagination } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import css from './trace-panel.module.css';
import { panelTraceLabels, subjectLabels, type TraceLabels } from './trace-words.ts';

const SHOWN = 5;
/** A change of more fields than this is told by its subject; the whole history lists them. */
const TOLD = 3;

interface TraceProps<Kind extends Traceable = Traceable> {
  traceableType: Kind;
  traceableId: number;
  /** The record's name, for the title of the whole history. */
  name: string;
  /** What the record's fields are called on screen. */
  fieldLabels: TraceLabels<Kind>;
  /** How its values read: flags, rates and choices travel as they are stored. */
  sayValue?: ((field: TraceField<Kind>, value: string) => string | undefined) | undefined;
}

/** Who changed what, for those who may see it. A history that cannot be read is shown as none. */
export function TracePanel<Kind extends Traceable>(props: TraceProps<Kind>) {
  const { can } = useSession();
  // Below, the kind no longer matters: fields are looked up by the names that arrive.
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
      {open && <WholeHistory {...props} onClose={() => setOpen(false)} />}
    </SidePanel>
  );
}

/** Fields, values and subjects in the reader's words. A field that no version of the contract knows is shown as stored. */
function useTraceWords({ fieldLabels, sayValue }: Pick<TraceProps, 'fieldLabels' | 'sayValue'>) {
  const t = useText();
  const labels: Partial<Record<string, PlainKey>> = { ...panelTraceLabels, ...fieldLabels };
  return {
    field: (field: string) => {
      const label = labels[field];
      return label ? t(label) : field.replaceAll('_', ' ');
    },
    value: (field: string, value: string) =>
      value === '' ? t('records.empty') : (sayValue?.(field as TraceField<Traceable>, value) ?? value),
    subject: (subject: string) => {
      const known = (subjectLabels as Partial<Record<string, PlainKey>>)[subject];
      return known ? t(known) : subject;
    },
  };
}

/** These fields say what the trace is about: they are named after the subject, not set to a value. */
const isNaming = (field: string) => (NAMING_FIELDS as readonly string[]).includes(field);

/** The trace in one line: what it is about, and the change itself when there is only one or a few. */
function TraceLine({ trace, ...props }: TraceProps & { trace: Trace }) {
  const t = useText();
  const format = useFormat();
  const say = useTraceWords(props);
  const named = trace.array_log.find(({ field }) => isNaming(field));
  const set = trace.array_log.filter(({ field }) => !isNaming(field));
  const [first, ...others] = named || set.length > TOLD ? [] : set;
  return (
    <li>
      <time className={css.time} dateTime={trace.created_at}>
        {format.short(trace.created_at)}
      </time>{' '}
      <strong>{trace.user}</strong>{' '}
      {first
        ? t('records.set', { field: say.field(first.field), value: say.value(first.field, first.newValue) })
        : say.subject(trace.subject)}{' '}
      {named && <em>{named.newValue}</em>} {others.length > 0 && t('records.setMore', { count: others.length })}
    </li>
  );
}

/** The whole history of a record, for screens without a page of their own for it. */
export function TraceDialog<Kind extends Traceable>(props: TraceProps<Kind> & { onClose: () => void }) {
  return <WholeHistory {...(props as unknown as TraceProps)} onClose={props.onClose} />;
}

function WholeHistory(props: TraceProps & { onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const say = useTraceWords(props);
  const [page, setPage] = useState(1);
  const { data } = useTraces(props, page);
  const title = t('records.historyOf', { kind: t(`records.kinds.${props.traceableType}`), name: props.name });
  return (
    <Dialog title={title} size={560} onClose={props.onClose}>
      {data?.data.length === 0 && <p className={css.none}>{t('records.nothingYet')}</p>}
      <ol className={css.whole}>
        {data?.data.map((trace) => (
          <li key={trace.id}>
            <div className={css.wholeHead}>
              <strong>{trace.user}</strong> <span>{say.subject(trace.subject)}</span>
              <time className={css.time} dateTime={trace.created_at}>
                {format.dateTime(trace.created_at)}
              </time>
            </div>
            {trace.array_log.map(({ field, newValue }) => (
              <div key={`${field} ${newValue}`} className={css.entry}>
                {!isNaming(field) && (
                  <>
                    {t('records.setField')} <em>{say.field(field)}</em> {t('records.to')}{' '}
                  </>
                )}
                <em>{say.value(field, newValue)}</em>
              </div>
            ))}
          </li>
        ))}
      </ol>
      {data && data.last_page > 1 && (
        <Pagination
          size="sm"
          mt="md"
          total={data.last_page}
          value={page}
          onChange={setPage}
          aria-label={t('lists.pages')}
          getItemProps={(target) => ({ 'aria-label': t('lists.page', { page: target }) })}
          getControlProps={(control) => ({
            'aria-label': t(control === 'previous' ? 'lists.previousPage' : 'lists.nextPage'),
          })}
        />
      )}
    </Dialog>
  );
}
