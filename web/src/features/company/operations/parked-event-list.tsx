import { api, type EventKind, eventOf, type ParkedEvent } from '@longshore/contract';
import { Button } from '@mantine/core';
import { refresh, useWrite } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/failure.ts';
import { type Translate, useText } from '../../../lib/text/text.ts';
import { ListScreen } from '../../../ui/list/list-screen.tsx';
import type { Column } from '../../../ui/list/list-types.ts';
import { RouteLink } from '../../../ui/route-link.tsx';
import { eventNames, recordPage } from './event-words.ts';

/** By then the dispatcher has usually retried it. */
const LOOK_AGAIN_MS = [1000, 4000];

/** An event kind of another server version is shown by its own name. */
const nameOf = (t: Translate, kind: string) => (eventOf(kind) ? t(eventNames[kind as EventKind]) : kind);

function EventName({ kind }: { kind: string }) {
  return nameOf(useText(), kind);
}

function RecordName({ kind, subject_id: id, company }: ParkedEvent) {
  const t = useText();
  if (id === null) return company || '–';
  const name = t('operations.recordNumber', { id });
  const page = recordPage(eventOf(kind)?.subject, id);
  return (
    <>
      {page ? <RouteLink href={page}>{name}</RouteLink> : name}
      {company && ` · ${company}`}
    </>
  );
}

const columns: Column<ParkedEvent>[] = [
  { field: 'kind', header: 'operations.event', width: 170, render: ({ kind }) => <EventName kind={kind} /> },
  { field: 'subject_id', header: 'operations.record', width: 210, render: (event) => <RecordName {...event} /> },
  { field: 'problem', header: 'operations.problem' },
  { field: 'tries', header: 'operations.tries', kind: 'number', width: 80 },
  { field: 'parked_at', header: 'operations.parkedAt', kind: 'moment', width: 180 },
];

function RetryButton({ event }: { event: ParkedEvent }) {
  const t = useText();
  const retry = useWrite(api.operations.retryEvent, {
    onSuccess: () => {
      showSuccess(t('operations.eventRetried'));
      for (const wait of LOOK_AGAIN_MS) setTimeout(() => void refresh(api.operations.parkedEvents), wait);
      return refresh(api.operations.parkedEvents);
    },
  });
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      disabled={retry.isPending}
      aria-label={t('operations.retryEventNamed', { name: nameOf(t, event.kind) })}
      onClick={() => retry.mutate({ params: { id: event.id } })}
    >
      {t('operations.retryEvent')}
    </Button>
  );
}

/** Events that could not be dispatched, for a super user to retry. */
export function ParkedEventList() {
  const t = useText();
  return (
    <ListScreen
      endpoint={api.operations.parkedEvents}
      title={t('operations.parkedEvents')}
      crumbs={[{ label: t('shell.setting') }, { label: t('operations.parkedEvents') }]}
      columns={columns}
      rowActions={(event) => <RetryButton event={event} />}
      searchPlaceholder="operations.searchEvents"
      emptyText="operations.noParkedEvents"
    />
  );
}
