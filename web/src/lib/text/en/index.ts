import { common } from './common.ts';
import { dashboard } from './dashboard.ts';
import { errors } from './errors.ts';
import { forms } from './forms.ts';
import { lists } from './lists.ts';
import { messages } from './messages.ts';
import { profile } from './profile.ts';
import { records } from './records.ts';
import { relations } from './relations.ts';
import { session } from './session.ts';
import { shell } from './shell.ts';

export const en = { common, shell, session, profile, dashboard, messages, errors, lists, forms, relations, records };
