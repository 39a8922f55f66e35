import type { Preferences, Resources, SessionUser } from '@longshore/contract';

/** What the server says of a signed-in person: who they are, and the settings and short lists of their company. */
export interface Session {
  user: SessionUser;
  preferences: Preferences;
  resources: Resources;
  timezone: string;
}
