import { api, type Trace, type Traceable } from '@longshore/contract';
import { Button, Pagination } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import css from './trace-panel.module.css';

const SHOWN = 5;
/** A change of more fields than this is told by its subject; the whole history lists them. */
const TOLD = 3;

interface TraceProps {
  traceableType: Traceable;
  traceableId: number;
  /** The record's name, for the title of the whole history. */
  name: string;
  /** How the record's fields are called on screen. */
  fieldLabels?: Record<string, PlainKey>;
  /** How its values are said: flags, rates and choices travel as they are kept. */
  sayValue?: ((field: string, value: string) => string | undefined) | undefined;
  /** What a trace of a kind of its own says, in place of fields and values. */
  sayTrace?: ((trace: Trace) => string | undefined) | undefined;
}

/** Who changed what, for those who may see it. A history that cannot be read is shown as none. */
export function TracePanel(props: TraceProps) {
  const { can } = useSession();
  return can(api.records.traces.access) ? <TraceList {...props} /> : null;
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
      {open && <TraceDialog {...props} onClose={() => setOpen(false)} />}
    </SidePanel>
  );
}

/** Fields, values and subjects in the reader's words; what is not known is said as it was kept. */
function useTraceWords({ fieldLabels, sayValue }: Pick<TraceProps, 'fieldLabels' | 'sayValue'>) {
  const t = useText();
  return {
    field: (field: string) => {
      const label = fieldLabels?.[field];
      return label ? t(label) : field.replaceAll('_', ' ');
    },
    value: (field: string, value: string) => (value === '' ? t('records.empty') : (sayValue?.(field, value) ?? value)),
    subject: (subject: string) => {
      const known = subjects[subject];
      return known ? t(known) : subject;
    },
  };
}

/** What the panels beside the history write into it: the thing is named, not set. */
const NAMED = new Set(['file', 'category', 'webhook', 'uom', 'component', 'lot_named']);

const subjects: Record<string, PlainKey> = {
  'Webhook added': 'records.subjects.webhookAdded',
  'Webhook updated': 'records.subjects.webhookUpdated',
  'Webhook deleted': 'records.subjects.webhookDeleted',
  Created: 'records.subjects.created',
  Updated: 'records.subjects.updated',
  'Address added': 'records.subjects.addressAdded',
  'Address updated': 'records.subjects.addressUpdated',
  'Address deleted': 'records.subjects.addressDeleted',
  'Comment added': 'records.subjects.commentAdded',
  'Comment deleted': 'records.subjects.commentDeleted',
  'File added': 'records.subjects.fileAdded',
  'File deleted': 'records.subjects.fileDeleted',
  'Category added': 'records.subjects.categoryAdded',
  'Category removed': 'records.subjects.categoryRemoved',
  'UOM added': 'records.subjects.uomAdded',
  'UOM updated': 'records.subjects.uomUpdated',
  'UOM removed': 'records.subjects.uomRemoved',
  'UOMs imported': 'records.subjects.uomsImported',
  'Component added': 'records.subjects.componentAdded',
  'Component updated': 'records.subjects.componentUpdated',
  'Component removed': 'records.subjects.componentRemoved',
  'Components imported': 'records.subjects.componentsImported',
  'Lot updated': 'records.subjects.lotUpdated',
  'Password set': 'records.subjects.passwordSet',
  'Profile updated': 'records.subjects.profileUpdated',
  'Role changed': 'records.subjects.roleChanged',
};

function TraceLine({ trace, ...props }: TraceProps & { trace: Trace }) {
  const t = useText();
  const format = useFormat();
  const say = useTraceWords(props);
  const told = props.sayTrace?.(trace);
  const [first, ...others] = told || trace.array_log.length > TOLD ? [] : trace.array_log;
  return (
    <li>
      <time className={css.time} dateTime={trace.created_at}>
        {format.short(trace.created_at)}
      </time>{' '}
      <strong>{trace.user}</strong> {told}
      {first && !NAMED.has(first.field)
        ? t('records.set', { field: say.field(first.field), value: say.value(first.field, first.newValue) })
        : !told && say.subject(trace.subject)}{' '}
      {first && NAMED.has(first.field) && <em>{first.newValue}</em>}{' '}
      {others.length > 0 && t('records.setMore', { count: others.length })}
    </li>
  );
}

function TraceDialog(props: TraceProps & { onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const say = useTraceWords(props);
  const [page, setPage] = useState(1);
  const { data } = useTraces(props, page);
  return (
    <Dialog title={t('records.historyOf', { name: props.name })} size={560} onClose={props.onClose}>
      <ol className={css.whole}>
        {data?.data.map((trace) => (
          <li key={trace.id}>
            <div className={css.wholeHead}>
              <strong>{trace.user}</strong> <span>{props.sayTrace?.(trace) ?? say.subject(trace.subject)}</span>
              <time className={css.time} dateTime={trace.created_at}>
                {format.dateTime(trace.created_at)}
              </time>
            </div>
            {(props.sayTrace?.(trace) ? [] : trace.array_log).map(({ field, newValue }) => (
              <div key={field} className={css.entry}>
                {!NAMED.has(field) && (
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
