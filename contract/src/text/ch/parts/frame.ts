import { errors } from '../errors.ts';
import { forms } from '../forms.ts';
import { guest } from '../guest.ts';
import { permissions } from '../permissions.ts';
import { scan } from '../scan.ts';
import { shell } from '../shell.ts';

/** What every screen shows, at the desk and on the floor. The texts of a module load with its screens. */
export const frame = {
  shell,
  forms,
  permissions,
  scan,
  errors,
  messages: guest.messages,
};
