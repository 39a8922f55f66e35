import { z } from 'zod';
import { PdfText } from '../kit/documents.ts';
import { endpoint } from '../kit/endpoint.ts';
import { Id, idOf, Moment, required, requiredSecret, text } from '../kit/scalars.ts';
import { AuthData } from './session.ts';

/** A personal badge works until it is revoked, a one-time one for a single sign-in within some hours. */
export const BADGE_KINDS = ['personal', 'one_time'] as const;
export type BadgeKind = (typeof BADGE_KINDS)[number];
export const BADGE_STATES = ['active', 'used', 'expired', 'revoked'] as const;

export const BADGE_HOURS_MAX = 168;
export const BADGE_HOURS = 12;
/** Badges of a person that work at the same time. */
export const BADGES_MAX = 10;

/** What is known of a badge; its code is shown once, when it is made. */
export const Badge = z.object({
  id: Id,
  kind: z.enum(BADGE_KINDS),
  /** What its owner knows it by: *lanyard*, *spare*. */
  name: z.string(),
  state: z.enum(BADGE_STATES),
  created_at: Moment,
  created_by: z.string(),
  expires_at: Moment.nullable(),
  last_used_at: Moment.nullable(),
  /** Where it was used last. */
  last_used_address: z.string(),
  /** Null while it is not revoked. */
  revoked_at: Moment.nullable(),
  revoked_by: z.string(),
});
export type Badge = z.output<typeof Badge>;

/** A badge that was made just now, with what is printed on it. */
export const NewBadge = Badge.extend({ code: z.string() });
export type NewBadge = z.output<typeof NewBadge>;

const badge = {
  kind: z.enum(BADGE_KINDS).default('personal'),
  name: text(40),
  /** Of a one-time badge. */
  hours: z.number().int().min(1).max(BADGE_HOURS_MAX).default(BADGE_HOURS),
};
export const BadgeInput = z.object(badge);
export type BadgeInput = z.output<typeof BadgeInput>;

const code = required('BadgeIsRequired', 100);
const userId = idOf('users');
const badgeId = idOf('badges');

/** Badges are for staff: client users do not work on the floor. */
export const badges = {
  signIn: endpoint({
    method: 'POST',
    path: '/session/action/badge',
    access: 'guest',
    summary: 'Sign in by the code of a badge, as by password',
    body: z.object({ badge: code }),
    response: AuthData,
    secret: true,
  }),
  mine: endpoint({
    method: 'GET',
    path: '/me/badges',
    access: 'main',
    summary: 'My badges',
    response: z.array(Badge),
  }),
  makeMine: endpoint({
    method: 'POST',
    path: '/me/badges',
    access: 'main',
    summary: 'Make a badge for myself; its code is shown once',
    body: BadgeInput.extend({ current_password: requiredSecret('CurrentPasswordIsRequired') }),
    response: NewBadge,
    attempts: 10,
    interactive: true,
    secret: true,
  }),
  revokeMine: endpoint({
    method: 'DELETE',
    path: '/me/badges/:badgeId',
    access: 'main',
    summary: 'End one of my badges and the sessions that it began',
    params: { badgeId },
    response: z.literal(true),
  }),
  ofUser: endpoint({
    method: 'GET',
    path: '/users/:id/badges',
    access: 'update_user_model',
    summary: 'The badges of a user',
    params: { id: userId },
    response: z.array(Badge),
  }),
  make: endpoint({
    method: 'POST',
    path: '/users/:id/badges',
    access: 'update_user_model',
    summary: 'Make a badge for a user with no more permissions than mine; its code is shown once',
    params: { id: userId },
    body: BadgeInput,
    response: NewBadge,
    attempts: 30,
    interactive: true,
    secret: true,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/users/:id/badges/:badgeId',
    access: 'update_user_model',
    summary: 'End a badge of a user and the sessions that it began',
    params: { id: userId, badgeId },
    response: z.literal(true),
  }),
  paper: endpoint({
    method: 'POST',
    path: '/badges/action/paper',
    access: 'main',
    summary: 'The paper of a badge that works, by its code: a label with its QR code',
    body: z.object({ badge: code }),
    response: PdfText,
    reads: true,
    attempts: 30,
  }),
};
