import type { messages as english, channelMail as englishMail } from '../en/channels.ts';
import type { Translation } from '../types.ts';

export const messages: Translation<typeof english> = {
  PleaseSelectAPartner: '请选择平台',
  CredentialFieldsAreEmpty: '凭证字段为空',
  ShopAddressIsInvalid: '请输入店铺地址，例如 {{n}}',
  PartnerIsRetired: '平台已停用此服务，无法再连接',
  PartnerRefusedCredentials: '平台不接受该凭证：{{n}}',
  PartnerRefused: '平台拒绝：{{n}}',
  PartnerUnavailable: '无法连接平台：{{n}}。系统会自动重试',
  PartnerLimited: '平台要求等待，系统会自动重试',
  PartnerAnswerUnknown: '没有收到回复。再次发送前会先查询店铺现状',
  PartnerAnswerMalformed: '平台的回复异常：{{n}}',
  NotVerifiedYet: '未验证。请填写正确的凭证并保存',
  UnknownSku: '未知 SKU {{n}}',
  LineWithoutSku: '没有 SKU 的行：{{n}}',
  ItemIsDisabled: '商品 {{n}} 已停用',
  SkuIsAmbiguous: '{{n}} 匹配多个商品',
  MethodWithoutCourier: '配送方式 {{n}} 没有对应的承运商',
  OrderHasNoLines: '订单没有可发货的内容',
  OrderHasTooManyLines: '订单超过 {{n}} 行',
  QuantityIsTooLarge: '{{n}} 的数量过大或不是整数',
  AddressIsMissing: '店铺没有提供此订单的地址',
  ChangedAfterProcessing: '在此处理后店铺又作了更改：{{n}}',
  CancelledAfterProcessing: '在此处理后店铺取消了订单',
  OrderNotPlaced: '无法创建订单：{{n}}',
  PlaceIsUnknown: '请从列表中选择',
  SkuIsNotWaiting: '此店铺没有订单在等待该 SKU',
  ShipmentNotInShop: '店铺未接受：{{n}}',
  ProviderIsRequired: '请选择物流商',
  WaybillIsNeeded: '请先填写运单号：自有承运商须提供跟踪号',
  MarketplaceIsBusy: '其他人正在执行此操作',
  DocumentIsNoPdf: '平台发送的内容不是 PDF',
  DocumentIsTooLarge: '文件过大',
};

export const channelMail: Translation<typeof englishMail> = {
  revokedSubject: '店铺拒绝了连接 {{name}}',
  revokedText: '{{name}} 已停止读取订单和回传发货。\n\n{{reason}}\n\n请在此填写新的凭证：\n{{link}}\n',
};
