import { z } from 'zod';
import { GuestBoot, Preferences, Resources } from '../company/preferences.ts';
import { endpoint } from '../kit/endpoint.ts';
import { Email, Flag, FlagIn, Id, idOf, Moment, required, requiredSecret, secretText } from '../kit/scalars.ts';
import { LANGUAGES } from '../text/languages.ts';
import { Credentials, ForgotPassword, NewPassword, ResetPassword } from './credentials.ts';

export const AVATAR_COUNT = 29;
export const AuthData = z.object({ jwt: z.string(), expire: Moment, timezone: z.string() });
export type AuthData = z.output<typeof AuthData>;

const ClientName = z.object({ id: Id, company: z.string(), is_fba: z.boolean() });

export const SessionUser = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role_id: z.number().int(),
  role_name: z.string(),
  is_su: z.boolean(),
  is_main_user: z.boolean(),
  is_active: Flag,
  order_controller: z.boolean(),
  statement_reader: z.boolean(),
  client_id: Id.nullable(),
  last_working_client: Id.nullable(),
  working_client: ClientName.nullable(),
  client: ClientName.nullable(),
  avatar_path: z.string(),
  lang: z.enum(LANGUAGES),
  /** There is a token that works; one that has expired does not count. */
  has_api_token: z.boolean(),
  access: z.record(z.string(), z.boolean()),
  created_at: Moment,
});
export type SessionUser = z.output<typeof SessionUser>;

export const Boot = z.object({
  user: SessionUser,
  ...AuthData.shape,
  resources: Resources,
  preferences: Preferences,
});
export type Boot = z.output<typeof Boot>;

export const ProfileInput = z
  .object({
    name: required('NameIsRequired'),
    email: z
      .string({ error: () => 'EmailIsRequired' })
      .trim()
      .toLowerCase()
      .min(1, 'EmailIsRequired')
      .pipe(Email),
    lang: z.enum(LANGUAGES).default('en'),
    avatar_path: z
      .string()
      .regex(/^user_([1-9]|1\d|2\d)\.png$/)
      .default('user_1.png'),
    /** Needed to change the e-mail address or the password. */
    current_password: secretText(),
    password: secretText(),
    password_confirmation: secretText(),
  })
  .superRefine((profile, context) => {
    if (!profile.password && !profile.password_confirmation) return;
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    const chosen = NewPassword.safeParse(profile.password);
    if (!chosen.success) refuse('password', chosen.error.issues[0]?.message ?? 'PasswordIsRequired');
    if (profile.password !== profile.password_confirmation) refuse('password_confirmation', 'PasswordsDiffer');
    if (!profile.current_password) refuse('current_password', 'CurrentPasswordIsRequired');
  });

export const TOKEN_DAYS_MAX = 3650;

export const TokenInput = z.object({
  current_password: requiredSecret('CurrentPasswordIsRequired'),
  /** The token may only call what reads. */
  read_only: FlagIn.default(0),
  /** Days until the token ends by itself; null is never. */
  expires_in_days: z.number().int().min(1).max(TOKEN_DAYS_MAX).nullable().default(null),
});
export type TokenInput = z.output<typeof TokenInput>;

/** What is known of an API token; the token itself is shown once, when it is made. */
export const ApiToken = z.object({
  created_at: Moment,
  read_only: z.boolean(),
  expires_at: Moment.nullable(),
  is_expired: z.boolean(),
  /** To the minute. */
  last_used_at: Moment.nullable(),
  last_used_address: z.string(),
});
export type ApiToken = z.output<typeof ApiToken>;

export const session = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: 'guest',
    summary: 'Sign in',
    body: Credentials,
    response: AuthData,
    secret: true,
  }),
  guestBoot: endpoint({
    method: 'GET',
    path: '/auth/guest/boot',
    access: 'guest',
    summary: 'Branding of the guest pages',
    response: GuestBoot,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forget-password',
    access: 'guest',
    summary: 'Mail a link to choose a new password',
    body: ForgotPassword,
    response: z.literal(true),
    attempts: 5,
    secret: true,
  }),
  resetToken: endpoint({
    method: 'POST',
    path: '/auth/forget-password/token',
    access: 'guest',
    summary: 'Whose reset link is this',
    body: z.object({ token: z.string().max(200) }),
    response: z.object({ email: z.string() }),
    reads: true,
    attempts: 20,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    access: 'guest',
    summary: 'Choose a new password by a mailed link',
    body: ResetPassword,
    response: z.literal(true),
    attempts: 10,
    secret: true,
  }),
  boot: endpoint({
    method: 'GET',
    path: '/boot',
    access: 'user',
    summary: 'Everything a screen needs to start, with a renewed token',
    response: Boot,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/logout',
    access: 'user',
    summary: 'End this session',
    response: z.literal(true),
  }),
  saveProfile: endpoint({
    method: 'POST',
    path: '/me/profile',
    access: 'user',
    summary: 'Save my profile; a new e-mail address or password needs the current password',
    body: ProfileInput,
    response: SessionUser,
    errors: [10007, 10008],
    interactive: true,
    secret: true,
  }),
  token: endpoint({
    method: 'GET',
    path: '/me/token',
    access: 'user',
    summary: 'What my API token may do, until when, and when and from where it was last used; null without one',
    response: ApiToken.nullable(),
  }),
  makeToken: endpoint({
    method: 'POST',
    path: '/me/token',
    access: 'user',
    summary: 'Make a new API token, shown once; an earlier one ends. A new password ends it too',
    body: TokenInput,
    response: z.object({ api_token: z.string() }),
    attempts: 10,
    interactive: true,
    secret: true,
  }),
  revokeToken: endpoint({
    method: 'DELETE',
    path: '/me/token',
    access: 'user',
    summary: 'End my API token',
    response: z.literal(true),
  }),
  switchClient: endpoint({
    method: 'PUT',
    path: '/system/client/:id',
    access: 'main',
    summary: 'Choose the client I am working for',
    params: { id: idOf('clients') },
    response: SessionUser,
  }),
};
