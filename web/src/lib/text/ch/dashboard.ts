import type { dashboard as en } from '../en/dashboard.ts';
import type { Translation } from '../types.ts';

export const dashboard = {
  morning: '{{name}}，早上好',
  afternoon: '{{name}}，下午好',
  evening: '{{name}}，晚上好',
  messages: '服务商消息',
  noMessages: '没有消息',
  noMessagesHint: '服务商有消息时会显示在这里。',
  you: '您',
  joined: '{{month}}加入',
} satisfies Translation<typeof en>;
