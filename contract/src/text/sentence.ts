import { messageText, reasonText, splitMessage } from '../kit/messages.ts';
import { messages } from './en/messages.ts';
import { reasonTextsFor } from './text-for.ts';

const english = reasonTextsFor('en');

/** The API answers in English: the sentence of a message. Text that is no message is its own sentence. */
export const sentence = (message: string): string => messageText(english, message);

/** The sentence of a stored reason. */
export const reasonSentence = (reason: string): string => reasonText(english, reason);

/** Whether a text is a message of the catalogue, so that it exists in every language. */
export const isMessage = (text: string): boolean => Object.hasOwn(messages, splitMessage(text).key);

/** A stored reason that can be translated: itself, or nothing for the plain text of an older release. */
export const keyOfReason = (reason: string): string => (reasonSentence(reason) === reason ? '' : reason);
