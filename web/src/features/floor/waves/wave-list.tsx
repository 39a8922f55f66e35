import { api, type WaveRow } from '@longshore/contract';
import { prefetch } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { ListScreen } from '../../../ui/list/list-screen.tsx';
import type { Column, ListFilter } from '../../../ui/list/list-types.ts';
import { useGo } from '../../../ui/route-link.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { Waterline } from '../../../ui/waterline.tsx';
import { planPath, wavePath } from './wave-paths.ts';
import { statePills } from './wave-words.ts';
import css from './waves.module.css';

function State({ state }: { state: WaveRow['state'] }) {
  const t = useText();
  return <StatusPill status={statePills[state]}>{t(`waves.states.${state}`)}</StatusPill>;
}

function Progress({ wave: { picked, units } }: { wave: WaveRow }) {
  const format = useFormat();
  const numbers = `${format.number(picked)} / ${format.number(units)}`;
  return (
    <span className={css.progress}>
      {numbers}
      <Waterline done={picked} total={units} label={numbers} tone={picked === units ? 'good' : 'accent'} />
    </span>
  );
}

function Saved({ wave }: { wave: WaveRow }) {
  const t = useText();
  const format = useFormat();
  return <>{t('waves.metreCount', { metres: format.number(wave.alone_metres - wave.metres) })}</>;
}

const columns: Column<WaveRow>[] = [
  { field: 'id', header: 'waves.number', width: 80, title: true, render: ({ id }) => `#${id}` },
  { field: 'state', header: 'waves.state', width: 120, narrow: 'end', render: ({ state }) => <State state={state} /> },
  { field: 'cart', header: 'waves.cart', width: 120 },
  { field: 'picker', header: 'waves.picker' },
  { field: 'shipments', header: 'waves.shipments', kind: 'number', width: 110 },
  { field: 'picked', header: 'waves.picked', width: 150, render: (wave) => <Progress wave={wave} /> },
  { field: 'metres', header: 'waves.saved', width: 110, spare: true, render: (wave) => <Saved wave={wave} /> },
  { field: 'created_at', header: 'waves.createdAt', kind: 'date', width: 130, narrow: 'hidden' },
];

const stateFilter: ListFilter = {
  name: 'state',
  label: 'waves.state',
  options: { picking: 'waves.states.picking', done: 'waves.states.done', void: 'waves.states.void' },
};

export function WaveList() {
  const t = useText();
  const go = useGo();
  const { can } = useSession();
  return (
    <ListScreen
      endpoint={api.waves.list}
      title={t('waves.many')}
      crumbs={[{ label: t('shell.operation') }, { label: t('waves.many') }]}
      columns={columns}
      rowHref={({ id }) => wavePath(id)}
      onRowHover={({ id }) => prefetch(api.waves.get, { params: { id } })}
      filters={[stateFilter]}
      searchPlaceholder="waves.search"
      emptyText="waves.noneYet"
      create={can(api.waves.plan.access) ? { run: () => go(planPath), label: 'waves.plan' } : undefined}
    />
  );
}
