import { common } from './common.ts';
import { errors } from './errors.ts';
import { messages } from './messages.ts';
import { session } from './session.ts';
import { shell } from './shell.ts';

/** What the public pages say: they load without the texts of every screen behind them. */
export const guest = { common, shell, session, messages, errors };
