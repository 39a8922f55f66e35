import { api, type ClientRow } from '@longshore/contract';
import { prefetch } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { activeFilter, type Column } from '../../ui/list/list-types.ts';
import { Monogram } from '../../ui/monogram.tsx';
import { clientLabels, clientPath } from './client-words.ts';
import css from './clients.module.css';

const columns: Column<ClientRow>[] = [
  {
    field: 'company',
    header: clientLabels.company,
    render: ({ id, company }) => (
      <span className={css.named}>
        <Monogram id={id} name={company} />
        <span className={css.cut}>{company}</span>
      </span>
    ),
  },
  { field: 'account', header: clientLabels.account, width: 160 },
  { field: 'email', header: clientLabels.email },
  { field: 'is_active', header: clientLabels.is_active, kind: 'active', width: 104, narrow: 'end' },
];

export function ClientList() {
  const t = useText();
  const { can } = useSession();
  const mayOpen = can(api.clients.get.access);
  return (
    <ListScreen
      endpoint={api.clients.list}
      title={t('clients.many')}
      crumbs={[{ label: t('shell.setting') }, { label: t('clients.many') }]}
      columns={columns}
      rowHref={({ id }) => clientPath(id, 'view')}
      onRowHover={({ id }) => mayOpen && prefetch(api.clients.get, { params: { id } })}
      filters={[activeFilter]}
      searchPlaceholder="clients.search"
      emptyText="clients.noneYet"
      create={can(api.clients.create.access) ? { href: clientPath('new', 'edit'), label: 'clients.create' } : undefined}
    />
  );
}
