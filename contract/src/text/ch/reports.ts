import type { messages as enMessages } from '../en/reports.ts';
import type { Translation } from '../types.ts';

export const messages = {
  BillingReportNeeds: '计费报表需要至少一个货主和报表名称',
  ClientIsUnknown: '所选货主中有不存在的货主',
  TooManyClients: '一次最多选择 {{n}} 个货主',
  PeriodEndsBeforeItBegins: '结束日期早于开始日期',
  ReportTooLong: '报表超过 {{n}} 行，已达到此格式的上限。请减少货主、缩短期间，或改用 Excel。',
  SelectAtLeastOneClient: '至少选择 1 个货主',
  SendTo1IsInvalid: '收件人 1 必须是有效的邮箱地址',
  SendTo2IsInvalid: '收件人 2 必须是有效的邮箱地址',
  TaskUserIsDisabled: '创建此任务的用户已停用，或不再有运行计费报表的权限',
  TaskHasNoClients: '此任务的货主均已不存在',
  TaskFileTooLarge: '文件超过 {{n}} MB，无法通过邮件发送：请减少货主',
  TaskStopped: '运行因意外错误而中止',
} satisfies Translation<typeof enMessages>;
