import type { session as en, mail as enMail, messages as enMessages } from '../en/session.ts';
import type { Translation } from '../types.ts';

export const session = {
  signIn: '登录',
  toWorkspace: '进入 {{name}} 工作区',
  email: '邮箱',
  password: '密码',
  forgotPassword: '忘记密码',
  scanBadge: '或扫描您的工牌',
  needsNetwork: '登录需要网络。请将此设备联网后重试。',
  demoSignIns: '演示账号',
  demoPassword: '密码',
  demo: {
    super: '超级用户',
    staff: '仓库员工',
    client: '客户，可下单',
    viewer: '客户，只读',
  },
  resetTitle: '忘记密码？',
  resetHint: '输入您的邮箱，我们会发送设置新密码的链接。',
  sendLink: '发送链接',
  resetSent: '重置邮件已发送',
  resetSentHint: '请查看 {{email}} 的收件箱，链接只能使用一次。',
  resetNotSent: '无法发送重置邮件',
  backToSignIn: '返回登录',
  newPasswordTitle: '设置新密码',
  newPassword: '新密码',
  repeatPassword: '再次输入密码',
  saveNewPassword: '保存密码',
  resetDone: '密码已重置，请登录',
  resetFailed: '无法重置密码：您的请求无效',
  resetUnknown: '找不到您的账号，请重新申请重置。之前的申请可能已过期',
  requestAgain: '重新申请链接',
  passwordHint: '至少 {{n}} 个字符，例如四个互不相关的词',
} satisfies Translation<typeof en>;

export const messages = {
  PasswordIsRequired: '请输入密码',
  PasswordsDiffer: '两次输入的密码不一致',
  CurrentPasswordIsRequired: '请输入当前密码以确认此操作',
  CurrentPasswordIsWrong: '当前密码不正确',
  PasswordTooShort: '至少 {{n}} 个字符',
  PasswordIsCommon: '这是最常见的密码之一，请换一个',
  PasswordIsEasyToGuess: '太容易被猜到；请使用四个互不相关的词，或由密码管理器生成',
  PasswordHoldsOwnWords: '与您的姓名、邮箱或公司名称太接近；请使用与您无关的词',
  PasswordRepeatsCharacters: '重复了相同的字符；请改用四个互不相关的词',
  PasswordIsTheDemos: '这是人人皆知的演示密码，请换一个',
  OwnAccountInProfile: '请在个人资料中用当前密码修改您自己的账号',
} satisfies Translation<typeof enMessages>;

export const mail = {
  resetSubject: '设置新密码',
  resetText:
    '有人（希望是您本人）请求重设密码。\n\n请在 {{hours}} 小时内通过以下链接设置新密码：\n{{link}}\n\n如果不是您本人操作，您的账号没有任何变化，可以忽略此邮件。\n',
  addressChangedSubject: '您在 {{company}} 的邮箱地址已更改',
  addressChangedText:
    '{{name}}，您好：\n\n{{by}} 已将您在 {{company}} 的账号邮箱改为 {{after}}。今后与该账号有关的邮件（例如设置新密码的链接）将发送到新邮箱。\n\n如果您不知情，请立即联系管理员。\n',
} satisfies Translation<typeof enMail>;
