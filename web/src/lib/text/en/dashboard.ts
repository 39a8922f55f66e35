export const dashboard = {
  morning: 'Good morning, {{name}}',
  afternoon: 'Good afternoon, {{name}}',
  evening: 'Good evening, {{name}}',
  messages: 'From your provider',
  noMessages: 'No messages',
  noMessagesHint: 'When the provider has something to tell you, it stands here.',
  you: 'You',
  joined: 'joined {{month}}',
} as const;
