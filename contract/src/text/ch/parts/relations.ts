import { relations, messages as relationsMessages } from '../relations.ts';

/** Texts of customers and vendors. */
export const relationTexts = {
  relations,
  messages: relationsMessages,
};
