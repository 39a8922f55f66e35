import { api, type UserRow } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { prefetch } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { ListScreen } from '../../../ui/list/list-screen.tsx';
import { activeFilter, type Column } from '../../../ui/list/list-types.ts';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { userLabels, userPath } from './user-words.ts';
import css from './users.module.css';

// Most visits only look up a user; the role editor is loaded when its button is hovered.
const loadRoles = () => import('./role-dialog.tsx');
const RoleDialog = lazyPart(loadRoles);

function ClientBadge({ user }: { user: UserRow }) {
  const t = useText();
  return user.is_main_user ? <Tag tone="kit">{t('users.ownUser')}</Tag> : <Tag>{user.client_company}</Tag>;
}

function UserName({ user }: { user: UserRow }) {
  const t = useText();
  return (
    <span className={css.named}>
      <span className={css.cut}>{user.name}</span>
      {!user.is_active && <StatusPill status="disabled">{t('lists.disabled')}</StatusPill>}
    </span>
  );
}

function RoleName({ user }: { user: UserRow }) {
  const t = useText();
  if (user.is_su) return <Tag tone="caution">{t('users.isSuper')}</Tag>;
  return user.role_name || <span className={css.dash}>–</span>;
}

const columns: Column<UserRow>[] = [
  { field: 'client_company', header: 'users.client', width: 180, render: (user) => <ClientBadge user={user} /> },
  { field: 'name', header: userLabels.name, title: true, render: (user) => <UserName user={user} /> },
  { field: 'email', header: userLabels.email, width: 300 },
  { field: 'role_name', header: 'users.role', width: 160, render: (user) => <RoleName user={user} /> },
];

export function UserList() {
  const t = useText();
  const { can } = useSession();
  const [roles, setRoles] = useState(false);
  const mayOpen = can(api.users.get.access);
  return (
    <>
      <ListScreen
        endpoint={api.users.list}
        title={t('users.many')}
        crumbs={[{ label: t('users.setting') }, { label: t('users.many') }]}
        columns={columns}
        rowHref={({ id }) => userPath(id, 'view')}
        onRowHover={({ id }) => mayOpen && prefetch(api.users.get, { params: { id } })}
        filters={[activeFilter]}
        searchPlaceholder="users.search"
        emptyText="users.noneYet"
        actions={
          can('view_role_list') && (
            <Button
              variant="default"
              leftSection={<IconShieldCheck size={16} stroke={1.7} />}
              onMouseEnter={() => void loadRoles()}
              onClick={() => setRoles(true)}
            >
              {t('users.role')}
            </Button>
          )
        }
        create={can(api.users.create.access) ? { href: userPath('new', 'edit'), label: 'users.create' } : undefined}
      />
      {roles && <RoleDialog onClose={() => setRoles(false)} />}
    </>
  );
}
