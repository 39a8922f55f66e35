/** What the server refuses with, by key. */
export const messages = {
  BadgeIsRequired: 'Scan a badge',
  BadgeIsUnknown: 'This badge is unknown or does not work any more; make a new one',
  BadgeNotForClients: 'Badges are for staff; users of clients sign in by password',
  TooManyBadges: 'At most {{n}} badges of a person work at the same time; revoke one first',
} as const;
