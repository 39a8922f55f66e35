/** What the server refuses with, by key. */
export const messages = {
  BadgeIsRequired: 'Scan a badge',
  BadgeIsUnknown: 'This badge is unknown or does not work any more; make a new one',
  BadgeNotForClients: 'Badges are for staff; users of clients sign in by password',
  TooManyBadges: 'At most {{n}} badges of a person work at the same time; revoke one first',
} as const;

export const badges = {
  title: 'Badges',
  hint: 'Scanned on the sign-in page or on the floor, a badge signs its owner in without the password.',
  none: 'No badge was made yet.',
  make: 'New badge',
  made: 'Badge made',
  madeHint: 'Print it now: its code is not stored and cannot be shown again.',
  print: 'Print badge',
  revoke: 'Revoke',
  revokeAsk: 'Revoke this badge?',
  revokeHint: 'It signs nobody in any more, and the sessions that it began end at once.',
  revoked: 'Badge revoked',
  kind: 'Kind',
  kinds: { personal: 'Personal', one_time: 'One sign-in' },
  kindHint: 'A personal badge works until it is revoked.',
  name: 'Name',
  nameHint: 'What it is known by, such as lanyard or spare.',
  hours: 'Works for hours',
  password: 'Current password',
  states: { active: 'Works', used: 'Used', expired: 'Expired', revoked: 'Revoked' },
  until: 'until {{at}}',
  madeBy: 'made by {{who}}, {{at}}',
  usedAt: 'last used {{at}}',
  neverUsed: 'never used',
  failed: 'The badges could not be loaded',
} as const;

/** On the paper of a badge. */
export const badgePaper = {
  title: 'Badge',
  personal: 'Scan to sign in',
  once: 'For one sign-in, until {{until}}',
  lost: 'Lost? Tell your supervisor: it can be revoked at once.',
} as const;
