import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { list } from '../kit/list.ts';
import { resource } from '../kit/resource.ts';
import { Email, Flag, FlagIn, Id, idOf, Moment, required, Stamp, secretText } from '../kit/scalars.ts';
import { permissionKeys } from '../permissions.ts';
import { LANGUAGES } from '../text/languages.ts';

const userFields = {
  name: required('UserNameIsRequired'),
  email: Email,
  is_main_user: FlagIn.default(0),
  /** 0 is NA: none chosen. */
  role_id: z.number().int().min(0).max(2_147_483_647).default(0),
  client_id: z.number().int().min(0).max(2_147_483_647).nullable().default(0),
  is_su: FlagIn.default(0),
  is_active: FlagIn.default(1),
  order_controller: FlagIn.default(0),
  statement_reader: FlagIn.default(0),
  lang: z.enum(LANGUAGES).default('en'),
};

/** A main user needs a role, unless it is a super user; a client user needs a client. */
const placed = (
  user: { is_main_user: 0 | 1; is_su: 0 | 1; role_id: number; client_id: number | null },
  context: z.core.$RefinementCtx,
) => {
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  if (user.is_main_user && !user.is_su && !user.role_id) refuse('role_id', 'PleaseSelectARole');
  if (!user.is_main_user && !user.client_id) refuse('client_id', 'PleaseSelectAClient');
};

/** JSON Schema cannot express the rules above: partners and the generated tests learn them from this example. */
const example = { name: 'Ana Prado', email: 'ana@example.test', client_id: 1 };

export const UserInput = z.object(userFields).superRefine(placed).meta({ example });
export const UserUpdate = z
  .object({ ...userFields, updated_at: Stamp })
  .superRefine(placed)
  .meta({ example });
export type UserInput = z.output<typeof UserInput>;
export type UserUpdate = z.output<typeof UserUpdate>;

export const User = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  is_active: Flag,
  is_su: z.boolean(),
  is_main_user: z.boolean(),
  client_id: Id.nullable(),
  /** The client's company; empty for own users. */
  client_company: z.string(),
  role_id: z.number().int(),
  role_name: z.string(),
  order_controller: z.boolean(),
  /** Of client users: may read the closed statements of their client. */
  statement_reader: z.boolean(),
  lang: z.enum(LANGUAGES),
  avatar_path: z.string(),
  has_api_token: z.boolean(),
  last_working_client: Id.nullable(),
  created_at: Moment,
  updated_at: Moment,
});
export type User = z.output<typeof User>;

export const NewUser = User.extend({ newlyCreatedPassword: z.string() });

export const UserRow = User.pick({
  id: true,
  name: true,
  email: true,
  is_active: true,
  is_su: true,
  is_main_user: true,
  client_id: true,
  client_company: true,
  role_name: true,
  avatar_path: true,
});
export type UserRow = z.output<typeof UserRow>;

export const userList = list({
  resource: 'users',
  row: UserRow,
  sort: ['name', 'email'],
  defaultSort: { name: 'asc' },
  filters: { is_active: ['1', '0'] },
  defaultFilters: { is_active: ['1'] },
  exported: {
    id: 'ID',
    client_company: 'Client',
    name: 'Name',
    email: 'Email',
    role_name: 'Role',
    is_active: 'Status',
  },
});

export const PasswordInput = z
  .object({ password: secretText(), password_confirmation: secretText() })
  .meta({ example: { password: 'a long enough one', password_confirmation: 'a long enough one' } });

/** What a role lets one do: every key that is true. `role_pack` is another way of writing `pack`. */
export const RoleAccess = z
  .record(z.string().max(64), z.boolean())
  .transform(({ role_pack, ...access }) => (role_pack === undefined ? access : { ...access, pack: role_pack }))
  .superRefine((access, context) => {
    const unknown = Object.keys(access).find((key) => !(permissionKeys as readonly string[]).includes(key));
    if (unknown) context.addIssue({ code: 'custom', message: `UnknownField:${unknown}` });
  });

export const RoleInput = z.object({
  name: required('RoleNameIsRequired', 80),
  is_active: FlagIn.default(1),
  access: RoleAccess.default({}),
});
export type RoleInput = z.output<typeof RoleInput>;

export const Role = z.object({
  id: Id,
  name: z.string(),
  is_active: Flag,
  access: z.record(z.string(), z.boolean()),
  /** How many active users have it. */
  user_count: z.number().int(),
});
export type Role = z.output<typeof Role>;

const id = idOf('users');

export const users = {
  ...resource({
    one: 'a user',
    many: 'users',
    list: userList,
    record: User,
    input: UserInput,
    changed: UserUpdate,
    access: {
      list: 'view_user_list',
      get: 'view_user_model',
      create: 'create_user_model',
      update: 'update_user_model',
    },
    errors: [10008, 10009],
  }),
  create: endpoint({
    method: 'POST',
    path: '/users',
    access: 'create_user_model',
    summary: 'Create a user; the answer carries the generated password once',
    body: UserInput,
    response: NewUser,
    errors: [10008, 10009],
    interactive: true,
    secret: true,
  }),
  setPassword: endpoint({
    method: 'PUT',
    path: '/users/:id/password',
    access: 'super',
    summary: "Set another user's password; that user's sessions and API token end",
    params: { id },
    body: PasswordInput,
    response: z.literal(true),
    errors: [10007],
    interactive: true,
    secret: true,
  }),
};

export const roles = {
  list: endpoint({
    method: 'GET',
    path: '/roles',
    access: ['view_role_list', 'create_user_model', 'update_user_model'],
    summary: 'List roles with what they allow',
    response: z.array(Role),
  }),
  create: endpoint({
    method: 'POST',
    path: '/roles',
    access: 'create_role_model',
    summary: 'Create a role',
    body: RoleInput,
    response: Role,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/roles/:id',
    access: 'update_role_model',
    summary: 'Save a role',
    params: { id: idOf('roles') },
    body: RoleInput,
    response: Role,
  }),
};
