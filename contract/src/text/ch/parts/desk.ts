import { messages as documentMessages, documents } from '../documents.ts';
import { messages as listMessages, lists } from '../lists.ts';
import { navigation } from '../navigation.ts';
import { messages as recordMessages, records } from '../records.ts';

/** What the desk's frame, lists and records show. */
export const deskTexts = {
  lists,
  navigation,
  records,
  documents,
  messages: { ...listMessages, ...documentMessages, ...recordMessages },
};
