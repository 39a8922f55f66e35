import { api } from '@longshore/contract';
import { call } from './call.ts';
import { signInWith } from './session.ts';

export { readBadge } from '@longshore/contract';

/** By the code of a badge. */
export const signInByBadge = async (badge: string): Promise<void> =>
  signInWith(await call(api.badges.signIn, { body: { badge } }));
