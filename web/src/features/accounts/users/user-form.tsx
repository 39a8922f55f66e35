import { api, type Role, type User, UserUpdate } from '@longshore/contract';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call, useRead, useWrite } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.ts';
import { type Translate, useText } from '../../../lib/text/text.ts';
import { Forbidden } from '../../../ui/detail/forbidden.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { type Choice, EmailField, SelectField, SwitchField, TextField } from '../../../ui/form/fields.tsx';
import { FieldGroup, FormPage } from '../../../ui/form/form-page.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../../../ui/form/use-record-form.ts';
import { listAddress } from '../../../ui/list/list-address.ts';
import { useGo } from '../../../ui/route-link.tsx';
import { ClientField } from '../../records/index.ts';
import { InitialPassword } from './initial-password.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { rememberUser } from './user-cache.ts';
import { userLabels as labels, USERS, userPath } from './user-words.ts';

export function UserForm() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const isNew = id === 'new';
  const { user: me, can } = useSession();
  const needs = isNew ? api.users.create.access : api.users.update.access;
  const list = listAddress(USERS);
  const read = useRead(api.users.get, { params: { id: Number(id) } }, { enabled: !isNew, staleTime: 0 });
  if (!can(needs)) return <Forbidden needs={needs} backTo={list} />;
  if (isNew) return <UserFields user={undefined} />;
  return (
    <Loaded read={read} fresh backTo={list}>
      {(user) =>
        user.is_su && !me.is_su ? (
          <Forbidden needs="super" backTo={userPath(user.id, 'view')} />
        ) : (
          <UserFields key={user.id} user={user} />
        )
      }
    </Loaded>
  );
}

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** The initial values of the form. */
const valuesOf = (user: User | undefined): UserUpdate =>
  user
    ? {
        ...user,
        is_main_user: flag(user.is_main_user),
        is_su: flag(user.is_su),
        order_controller: flag(user.order_controller),
        statement_reader: flag(user.statement_reader),
      }
    : {
        name: '',
        email: '',
        is_main_user: 1,
        role_id: 0,
        client_id: 0,
        is_su: 0,
        is_active: 1,
        order_controller: 0,
        statement_reader: 0,
        lang: 'en',
        updated_at: undefined,
      };

function UserFields({ user }: { user: User | undefined }) {
  const t = useText();
  const go = useGo();
  const { user: me } = useSession();
  const [made, setMade] = useState<{ id: number; email: string; password: string }>();
  const create = useWrite(api.users.create, handledByForm);
  const update = useWrite(api.users.update, handledByForm);
  const params = { id: user?.id ?? 0 };
  const form = useRecordForm({
    draft: `user ${user?.id ?? 'new'}`,
    schema: UserUpdate,
    initial: valuesOf(user),
    save: async (body) => {
      if (user) return { saved: await update.mutateAsync({ params, body }), password: '' };
      const { newlyCreatedPassword: password, ...saved } = await create.mutateAsync({ body });
      return { saved, password };
    },
    reload: async () => valuesOf(await call(api.users.get, { params })),
    onSaved: ({ saved, password }) => {
      rememberUser(saved);
      if (password) setMade({ id: saved.id, email: saved.email, password });
      else go(userPath(saved.id, 'view'));
    },
  });
  const view = user ? userPath(user.id, 'view') : listAddress(USERS);
  const title = user?.name ?? t('users.make');
  return (
    <>
      <FormPage
        form={form}
        title={user ? t('users.editTitle') : title}
        crumbs={[
          { label: t('users.setting') },
          { label: t('users.many'), href: listAddress(USERS) },
          user ? { label: title, href: view } : { label: title },
        ]}
        leaveTo={view}
        side={user && me.is_su && user.id !== me.id && <PasswordPanel userId={user.id} />}
      >
        <FieldGroup title="users.general">
          <TextField {...form.field('name')} label={labels.name} span={6} autoFocus />
          <EmailField {...form.field('email')} label={labels.email} span={6} />
          <SwitchField {...form.field('is_active')} label={labels.is_active} span={12} />
        </FieldGroup>
        <AffiliationFields form={form} user={user} />
      </FormPage>
      {made && <InitialPassword {...made} onClose={() => go(userPath(made.id, 'view'))} />}
    </>
  );
}

interface AffiliationProps {
  form: RecordForm<UserUpdate>;
  user: User | undefined;
}

/** Either a main user with a role, or a user of one client. */
function AffiliationFields({ form, user }: AffiliationProps) {
  const { user: me } = useSession();
  const isMain = form.values.is_main_user === 1;
  return (
    <FieldGroup title="users.place">
      <SwitchField
        {...form.field('is_main_user')}
        // Errors of one variant do not apply to the other: clear them all.
        set={(is_main_user) => form.set({ is_main_user })}
        label={labels.is_main_user}
        hint={user ? 'users.placeFixed' : isMain ? 'users.mainHint' : 'users.clientHint'}
        span={12}
        disabled={user !== undefined}
      />
      {isMain ? (
        <>
          <RoleField form={form} heldName={user?.role_name} />
          {me.is_su && <SwitchField {...form.field('is_su')} label={labels.is_su} hint="users.isSuperHint" span={12} />}
        </>
      ) : (
        <>
          <ClientField
            {...form.field('client_id')}
            label={labels.client_id}
            span={6}
            company={user?.client_company}
            disabled={user !== undefined}
          />
          <SwitchField
            {...form.field('order_controller')}
            label={labels.order_controller}
            hint="users.orderControllerHint"
            span={12}
          />
          <SwitchField
            {...form.field('statement_reader')}
            label={labels.statement_reader}
            hint="users.statementReaderHint"
            span={12}
          />
        </>
      )}
    </FieldGroup>
  );
}

/** A role that is disabled or grants more than the current user holds is shown but cannot be chosen. */
function roleChoice(t: Translate, role: Role, me: { is_su: boolean; access: Record<string, boolean> }): Choice {
  const exceedsOwn = !me.is_su && Object.keys(role.access).some((key) => role.access[key] && !me.access[key]);
  const { name } = role;
  if (!role.is_active) return { value: String(role.id), label: t('users.roleDisabled', { name }), disabled: true };
  if (exceedsOwn) return { value: String(role.id), label: t('users.roleBeyond', { name }), disabled: true };
  return { value: String(role.id), label: name };
}

function RoleField({ form, heldName }: { form: RecordForm<UserUpdate>; heldName: string | undefined }) {
  const t = useText();
  const { user: me } = useSession();
  const { data: roles } = useRead(api.roles.list);
  const held = form.values.role_id;
  const offered = roles?.filter((role) => role.is_active || role.id === held).map((role) => roleChoice(t, role, me));
  // Until the roles are loaded, show the current role by its name.
  const waiting = held ? [{ value: String(held), label: heldName ?? '' }] : [];
  return (
    <SelectField
      {...form.field('role_id')}
      label={labels.role_id}
      span={6}
      choices={[{ value: '0', label: t('users.noRole') }, ...(offered ?? waiting)]}
    />
  );
}
