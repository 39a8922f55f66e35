import type { messages as english } from '../en/badges.ts';
import type { Translation } from '../types.ts';

export const messages: Translation<typeof english> = {
  BadgeIsRequired: '请扫描工牌',
  BadgeIsUnknown: '此工牌未知或已失效；请制作新工牌',
  BadgeNotForClients: '工牌仅供员工使用；客户用户请用密码登录',
  TooManyBadges: '每人最多同时有 {{n}} 个有效工牌；请先撤销一个',
};
