import type { records as en } from '../en/records.ts';
import type { Translation } from '../types.ts';

export const records = {
  history: '变更记录',
  all: '全部 {{count}} 条',
  allOver: '全部',
  nothingYet: '暂无变更',
  set: '将{{field}}设为 {{value}}',
  setMore_one: '等 {{count}} 项',
  setMore_other: '等 {{count}} 项',
  setField: '将',
  to: '设为',
  subjects: {
    created: '创建了此记录',
    updated: '修改了此记录',
    addressAdded: '添加了地址',
    addressUpdated: '修改了地址',
    addressDeleted: '删除了地址',
  },
  empty: '空',
  historyOf: '{{name}} 的变更记录',
} satisfies Translation<typeof en>;
