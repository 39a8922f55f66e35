/** What can be done with the rates of a client, as addresses name it. */
export const RATE_CARD_TABS = ['change', 'copy', 'what-if'] as const;
export type RateCardTab = (typeof RATE_CARD_TABS)[number];

export const rateCardPath = (clientId: number, tab: RateCardTab = 'change') => `/billing/rate-cards/${clientId}/${tab}`;

/** What a person types as a percentage: a decimal comma is a point. */
export const percentIn = (text: string): string => text.trim().replace(',', '.').replace('−', '-');
