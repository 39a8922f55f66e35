import { api, type User } from '@longshore/contract';
import { Button, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useBackLink } from '../../../ui/back-link.ts';
import { DetailPage, Section } from '../../../ui/detail/detail-page.tsx';
import { Facts } from '../../../ui/detail/facts.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { listAddress } from '../../../ui/list/list-address.ts';
import { RouteLink } from '../../../ui/route-link.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { TracePanel } from '../../records/index.ts';
import { BadgeList } from '../badges/badge-list.tsx';
import { FailedImportsPanel } from './failed-imports-panel.tsx';
import { useRoleSentence } from './role-sentence.ts';
import { useUserValue } from './user-history.ts';
import { USERS, userLabels, userPath, userTraceLabels } from './user-words.ts';
import css from './users.module.css';

export function UserView() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const read = useRead(api.users.get, { params: { id: Number(id) } });
  const back = useBackLink() ?? listAddress(USERS);
  return (
    <Loaded read={read} backTo={back}>
      {(user) => <UserPage user={user} back={back} />}
    </Loaded>
  );
}

function UserPage({ user, back }: { user: User; back: string }) {
  const t = useText();
  const { can } = useSession();
  const formatValue = useUserValue();
  const showsImports = !user.is_active && can(api.records.failedImportsOfUser.access);
  const showsHistory = can(api.records.traces.access);
  return (
    <DetailPage
      title={user.name}
      crumbs={[{ label: t('users.setting') }, { label: t('users.many'), href: back }, { label: user.name }]}
      badge={
        <>
          <StatusPill status={user.is_active ? 'active' : 'disabled'}>
            {t(user.is_active ? 'lists.active' : 'lists.disabled')}
          </StatusPill>
          {user.is_su && <Tag tone="caution">{t('users.isSuper')}</Tag>}
        </>
      }
      actions={can(api.users.update.access) && <EditButton user={user} />}
      side={
        (showsImports || showsHistory) && (
          <>
            {showsImports && <FailedImportsPanel userId={user.id} />}
            {showsHistory && (
              <TracePanel
                traceableType="User"
                traceableId={user.id}
                name={user.name}
                fieldLabels={userTraceLabels}
                formatValue={formatValue}
              />
            )}
          </>
        )
      }
    >
      <Section>
        <UserFacts user={user} />
      </Section>
      <Section title={t('users.place')}>
        <p className={css.paragraph}>
          {user.is_main_user ? <RoleSentence user={user} /> : <ClientSentence user={user} />}
        </p>
      </Section>
      <UserBadges user={user} />
    </DetailPage>
  );
}

/** For staff, and for those who may change users. One's own are in the profile, which asks for the password. */
function UserBadges({ user }: { user: User }) {
  const t = useText();
  const { can, user: me } = useSession();
  if (!user.is_main_user || !can(api.badges.ofUser.access)) return null;
  const mayMake = user.id !== me.id && Boolean(user.is_active) && (!user.is_su || me.is_su);
  return (
    <Section title={t('badges.title')}>
      <BadgeList userId={user.id} mayMake={mayMake} />
    </Section>
  );
}

function ClientSentence({ user }: { user: User }) {
  const t = useText();
  const orders = user.order_controller ? t('users.orderControllerHint') : '';
  const statements = user.statement_reader ? t('users.statementReaderHint') : '';
  return `${t('users.clientMay', { company: user.client_company })} ${orders} ${statements}`;
}

/** The role in words, for users who may see roles. */
function RoleSentence({ user }: { user: User }) {
  const t = useText();
  const { can } = useSession();
  const { data: roles } = useRead(api.roles.list, {}, { enabled: can(api.roles.list.access) });
  const role = roles?.find(({ id }) => id === user.role_id);
  const sentence = useRoleSentence(role?.access ?? {});
  if (user.is_su) return t('users.superMay');
  if (!user.role_id) return t('users.noRoleYet');
  return role ? sentence : user.role_name;
}

function ClientLink({ user }: { user: User }) {
  const { can } = useSession();
  if (!can('view_client_model')) return user.client_company;
  return <RouteLink href={`/clients/${user.client_id}/action/view`}>{user.client_company}</RouteLink>;
}

function EditButton({ user }: { user: User }) {
  const t = useText();
  const { user: me } = useSession();
  const icon = <IconPencil size={16} stroke={1.7} />;
  if (user.is_su && !me.is_su)
    return (
      <Tooltip label={t('users.superOnly')}>
        <Button leftSection={icon} data-disabled aria-disabled="true" onClick={(event) => event.preventDefault()}>
          {t('users.edit')}
        </Button>
      </Tooltip>
    );
  return (
    <Button component={RouteLink} href={userPath(user.id, 'edit')} aria-keyshortcuts="e" leftSection={icon}>
      {t('users.edit')}
    </Button>
  );
}

function UserFacts({ user }: { user: User }) {
  const t = useText();
  const format = useFormat();
  const orders = t(user.order_controller ? 'users.mayOrder' : 'users.mayLook');
  const statements = t(user.statement_reader ? 'users.mayReadStatements' : 'users.mayNotReadStatements');
  return (
    <Facts
      items={[
        { label: userLabels.name, value: user.name },
        { label: userLabels.email, value: user.email, copy: true },
        { label: 'users.status', value: t(user.is_active ? 'lists.active' : 'lists.disabled') },
        { label: 'users.client', value: user.is_main_user ? t('users.ownUser') : <ClientLink user={user} /> },
        {
          label: 'users.role',
          value: user.is_su ? t('users.isSuper') : user.role_name,
          second: user.is_su && user.role_name,
        },
        { label: 'users.language', value: user.lang.toUpperCase() },
        ...(user.is_main_user
          ? []
          : [
              { label: 'users.orderControl' as const, value: orders },
              { label: 'users.statementControl' as const, value: statements },
            ]),
        { label: 'users.token', value: t(user.has_api_token ? 'users.hasToken' : 'users.noToken') },
        { label: 'users.createdAt', value: format.date(user.created_at) },
        { label: 'users.updatedAt', value: format.date(user.updated_at) },
      ]}
    />
  );
}
