import { api, type CountRow } from '@longshore/contract';
import { useState } from 'react';
import { prefetch } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { ListScreen } from '../../../ui/list/list-screen.tsx';
import type { Column, ListFilter } from '../../../ui/list/list-types.ts';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { Waterline } from '../../../ui/waterline.tsx';
import { useClientFilter } from '../../records/index.ts';
import { CountDialog } from './count-dialog.tsx';
import { countPath, statePills } from './count-words.ts';
import css from './counts.module.css';

function State({ state }: { state: CountRow['state'] }) {
  const t = useText();
  return <StatusPill status={statePills[state]}>{t(`counts.states.${state}`)}</StatusPill>;
}

function Name({ count }: { count: CountRow }) {
  const t = useText();
  return <span className={css.cut}>{count.name || t('counts.unnamed')}</span>;
}

/** Counted rows as numbers and a bar. */
function Progress({ count: { counted, lines } }: { count: CountRow }) {
  const t = useText();
  const format = useFormat();
  const numbers = t('counts.countedOf', { counted: format.number(counted), lines: format.number(lines) });
  return (
    <span className={css.progressCell}>
      {numbers}
      <Waterline done={counted} total={lines} label={numbers} tone={counted === lines ? 'good' : 'accent'} />
    </span>
  );
}

const columns: Column<CountRow>[] = [
  { field: 'id', header: 'counts.number', width: 90, render: ({ id }) => `#${id}` },
  { field: 'name', header: 'counts.name', title: true, render: (count) => <Name count={count} /> },
  { field: 'company', header: 'counts.client' },
  { field: 'state', header: 'counts.state', width: 130, narrow: 'end', render: ({ state }) => <State state={state} /> },
  { field: 'counted', header: 'counts.counted', width: 170, render: (count) => <Progress count={count} /> },
  { field: 'user', header: 'counts.madeBy', width: 140 },
  { field: 'created_at', header: 'counts.createdAt', kind: 'date', width: 130, narrow: 'hidden', spare: true },
];

const stateFilter: ListFilter = {
  name: 'state',
  label: 'counts.state',
  options: {
    open: 'counts.states.open',
    posting: 'counts.states.posting',
    posted: 'counts.states.posted',
    cancelled: 'counts.states.cancelled',
  },
};

export function CountList() {
  const t = useText();
  const [making, setMaking] = useState(false);
  const clientFilter = useClientFilter('counts.client');
  return (
    <>
      <ListScreen
        endpoint={api.counts.list}
        title={t('counts.many')}
        crumbs={[{ label: t('shell.operation') }, { label: t('counts.many') }]}
        columns={columns}
        rowHref={({ id }) => countPath(id)}
        onRowHover={({ id }) => prefetch(api.counts.get, { params: { id } })}
        filters={[stateFilter, clientFilter]}
        searchPlaceholder="counts.search"
        emptyText="counts.noneYet"
        create={{ run: () => setMaking(true), label: 'counts.create' }}
      />
      {making && <CountDialog onClose={() => setMaking(false)} />}
    </>
  );
}
