import type { messages as english } from '../en/tasks.ts';
import type { Translation } from '../types.ts';

export const messages: Translation<typeof english> = {
  TaskNeedsBoth: '请同时指定任务的类型和记录；两者都不填则取下一个任务',
  TaskIsGone: '这里已无事可做：已由他人完成，或已取消',
  TaskIsHeld: '{{1}} 自 {{2}} 起正在处理此任务；请取其他任务，或请 {{1}} 放下',
  TaskIsNotYours: '此任务已不在您手中；请重新领取',
  NoTaskWaits: '没有您可以领取的任务',
  NothingToPlan: '请选择任务，并指定优先级或人员',
  AssigneeIsUnknown: '此人不存在或无法登录；请选择其他人',
  AssigneeMayNot: '{{1}} 没有此类工作的权限；请选择其他人',
};
