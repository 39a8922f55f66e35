import type { fbaInvitation as enInvitation, messages as enInvitationMessages } from '../en/fba-invitation.ts';
import type { Translation } from '../types.ts';

export const messages = {
  SellerIdIsInvalid: '卖家编号无效',
  MwsTokenIsInvalid: 'MWS 令牌无效',
  FbaInvitationIsInvalid: '此页面无效，请联系您的仓储服务商重新发送邀请。',
} satisfies Translation<typeof enInvitationMessages>;

export const fbaInvitation = {
  title: '绑定您的卖家账户',
  lead: '以便 {{name}} 为您制定计划并发送亚马逊入仓货件。',
  authorise: '在您的卖家账户中授权此开发者',
  developerName: '开发者名称',
  developerId: '开发者编号',
  enter: '然后填写亚马逊显示的内容',
  sellerId: '卖家编号',
  mwsToken: 'MWS 授权令牌',
  mwsTokenHint: '加密保存，不会再次显示。',
  save: '启用集成',
  saving: '正在向亚马逊核实……',
  done: '集成已启用，现在可以关闭此页面。',
  invalid: '此页面无效，请联系您的仓储服务商重新发送邀请。',
} satisfies Translation<typeof enInvitation>;
