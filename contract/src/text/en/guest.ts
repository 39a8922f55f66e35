import { common, messages as commonMessages } from './common.ts';
import { outcomes } from './errors.ts';
import { fbaInvitation, messages as invitationMessages } from './fba-invitation.ts';
import { session, messages as sessionMessages } from './session.ts';

/** What the public pages show: they load without the texts of the screens behind them. */
export const guest = {
  common,
  outcomes,
  session,
  fbaInvitation,
  messages: { ...commonMessages, ...sessionMessages, ...invitationMessages },
};
