import { messages as channelsMessages } from '../channels.ts';
import { integrations } from '../integrations.ts';
import { marketplace } from '../marketplace.ts';
import { messages as partnersMessages } from '../partners.ts';

/** Texts of the shops that orders come from. */
export const channelTexts = {
  integrations,
  marketplace,
  messages: { ...channelsMessages, ...partnersMessages },
};
