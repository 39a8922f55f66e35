import type { forms as en } from '../en/forms.ts';
import type { Translation } from '../types.ts';

export const forms = {
  problems: '提交的内容有误',
  leave: '离开',
  saves: '保存',
  leaves: '离开',
  none: '无',
  leaveTitle: '不保存就离开吗？',
  leaveText: '本页的修改尚未保存。',
  leaveAnyway: '不保存，离开',
  stay: '继续编辑',
  conflictTitle: '此记录已被他人修改',
  conflictText:
    '您编辑期间，他人保存了此记录。可重新载入查看对方的版本；也可保留您的修改，再次保存时将覆盖对方的内容。',
  conflictReload: '重新载入，放弃我的修改',
  conflictKeep: '保留我的修改',
  notFound: '找不到此记录，或您无权查看',
  notFoundText: '记录可能已被删除，或属于其他货主。',
  back: '返回',
  failed: '页面加载失败',
  moreActions: '更多操作',
  emailsHint: '输入邮箱地址后按回车',
  clear: '清空',
  confirmDelete: '删除',
} satisfies Translation<typeof en>;
