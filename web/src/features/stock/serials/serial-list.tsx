import { api, type BucketRow } from '@longshore/contract';
import { prefetch } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { ListScreen } from '../../../ui/list/list-screen.tsx';
import type { Column, ListFilter } from '../../../ui/list/list-types.ts';
import { useClientFilter } from '../../records/index.ts';
import { Availability, BucketStatePill } from './bucket-state.tsx';
import { bucketPath } from './serial-words.ts';

const columns: Column<BucketRow>[] = [
  { field: 'lead', header: 'serials.lead', mono: true, width: 120 },
  { field: 'sku', header: 'serials.sku', mono: true, width: 112 },
  { field: 'name', header: 'serials.name' },
  { field: 'company', header: 'serials.client', width: 172, narrow: 'hidden' },
  { field: 'units', header: 'serials.units', kind: 'number', width: 64 },
  {
    field: 'used',
    header: 'serials.available',
    width: 110,
    spare: true,
    narrow: 'hidden',
    render: ({ used }) => <Availability used={used} />,
  },
  {
    field: 'state',
    header: 'serials.state',
    width: 112,
    narrow: 'end',
    render: ({ state }) => <BucketStatePill state={state} />,
  },
  { field: 'created_at', header: 'serials.createdAt', kind: 'date', width: 118, narrow: 'hidden' },
];

const stateFilter: ListFilter = {
  name: 'state',
  label: 'serials.state',
  options: {
    created: 'serials.states.created',
    in_stock: 'serials.states.in_stock',
    quarantined: 'serials.states.quarantined',
    shipped: 'serials.states.shipped',
    disposed: 'serials.states.disposed',
  },
};

export function SerialList() {
  const t = useText();
  const { can } = useSession();
  const clientFilter = useClientFilter('serials.client');
  const mayOpen = can(api.serials.get.access);
  return (
    <ListScreen
      endpoint={api.serials.list}
      title={t('serials.many')}
      crumbs={[{ label: t('shell.operation') }, { label: t('serials.many') }]}
      columns={columns}
      {...(mayOpen ? { rowHref: ({ id }: BucketRow) => bucketPath(id, 'view') } : {})}
      onRowHover={({ id }) => mayOpen && prefetch(api.serials.get, { params: { id } })}
      filters={[stateFilter, clientFilter]}
      searchPlaceholder="serials.search"
      emptyText="serials.noneYet"
      create={can(api.serials.create.access) ? { href: bucketPath('new', 'edit'), label: 'serials.create' } : undefined}
    />
  );
}
