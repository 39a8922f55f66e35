import type { messages as english, badges as englishBadges, badgePaper as englishPaper } from '../en/badges.ts';
import type { Translation } from '../types.ts';

export const messages: Translation<typeof english> = {
  BadgeIsRequired: '请扫描工牌',
  BadgeIsUnknown: '此工牌未知或已失效；请制作新工牌',
  BadgeNotForClients: '工牌仅供员工使用；货主用户请用密码登录',
  TooManyBadges: '每人最多同时有 {{n}} 个有效工牌；请先撤销一个',
};

export const badges: Translation<typeof englishBadges> = {
  title: '工牌',
  hint: '在登录页或仓库作业界面扫描工牌，无需密码即可登录。',
  none: '尚未制作工牌。',
  make: '制作工牌',
  made: '工牌已制作',
  madeHint: '请立即打印：代码不会保存，之后无法再显示。',
  print: '打印工牌',
  revoke: '撤销',
  revokeAsk: '撤销此工牌？',
  revokeHint: '此工牌将无法再登录，用它开始的登录会立即结束。',
  revoked: '工牌已撤销',
  kind: '类型',
  kinds: { personal: '个人', one_time: '一次性' },
  kindHint: '个人工牌在撤销之前一直有效。',
  name: '名称',
  nameHint: '便于识别，例如挂绳或备用。',
  hours: '有效小时数',
  password: '当前密码',
  states: { active: '有效', used: '已使用', expired: '已过期', revoked: '已撤销' },
  until: '至 {{at}}',
  madeBy: '{{who}} 制作于 {{at}}',
  usedAt: '上次使用 {{at}}',
  neverUsed: '从未使用',
  failed: '工牌未能加载',
};

export const badgePaper: Translation<typeof englishPaper> = {
  title: '工牌',
  personal: '扫描即可登录',
  once: '仅限登录一次，有效期至 {{until}}',
  lost: '遗失请告知主管：可立即撤销。',
};
