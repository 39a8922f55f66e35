import type { common as en } from '../en/common.ts';
import type { Translation } from '../types.ts';

export const common = {
  save: '保存',
  cancel: '取消',
  close: '关闭',
  copy: '复制',
  copied: '已复制',
  retry: '重试',
  withDetail: '{{said}}：{{detail}}',
  reference: '参考号',
  contactSupport: '联系支持',
  networkFailure: '提交时发生意外，请联系支持人员',
  nothingLost: '服务器没有应答。您填写的内容仍在；再次提交不会重复执行。',
  authenticationFailed: '身份验证失败',
  accessDenied: '无法访问：您的角色没有此资源的权限',
  serverError: '服务器发生意外错误。',
  serverBusy: '服务器繁忙，请重试',
  serverTimeout: '服务器没有响应，请重试',
  otherError: '发生意外错误，请联系支持人员或稍后重试',
  notFound: '未找到',
  stale: '已被他人更改，请重新加载后再试',
  tooMany: '尝试次数过多，请稍后再试',
  invalidFields: '部分字段需要修改',
  showPassword: '显示密码',
  breadcrumb: '导航路径',
} satisfies Translation<typeof en>;
