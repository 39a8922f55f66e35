import { messages as documentMessages, documents } from '../documents.ts';
import { errors } from '../errors.ts';
import { forms } from '../forms.ts';
import { guest } from '../guest.ts';
import { messages as listMessages, lists } from '../lists.ts';
import { navigation } from '../navigation.ts';
import { permissions } from '../permissions.ts';
import { messages as recordMessages, records } from '../records.ts';
import { scan } from '../scan.ts';
import { shell } from '../shell.ts';

/** What the frame, lists, forms and records of every screen show. The texts of a module load with its screens. */
export const frame = {
  shell,
  lists,
  navigation,
  forms,
  records,
  permissions,
  documents,
  scan,
  errors,
  messages: { ...guest.messages, ...listMessages, ...documentMessages, ...recordMessages },
};
