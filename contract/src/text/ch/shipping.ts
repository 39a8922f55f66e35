import type { labelPage as englishLabelPage, messages as englishMessages } from '../en/shipping.ts';
import type { Translation } from '../types.ts';

export const messages: Translation<typeof englishMessages> = {
  QuoteIsRequired: '请选择一个报价',
  QuoteIsUnknown: '该报价已失效：请重新查询报价',
  QuoteIsTooOld: '该报价已过期，无法购买：请重新查询报价',
  QuoteIsOutdated: '查询报价后，箱子、地址或付款方式已变更：请重新查询报价',
  SenderStreetIsRequired: '请填写街道',
  CourierHasNoLabels: '该承运商未对应可购买面单的快递公司',
  CourierHasNoSender: '该承运商没有寄件地址',
  NoLabelCourierNamed: '该发货单没有此承运商',
  CartonIsUnknown: '该发货单没有此箱',
  CartonHasLabel: '箱 {{n}} 已有面单：请先作废',
  LabelIsBeingAsked: '箱 {{n}}：正在向合作方确认面单结果，确认之前不会再次购买。',
  CartonsHaveLabels: '所有箱子都已有面单',
  LabelsAreBusy: '其他人正在购买或作废该发货单的面单：请稍后再试',
  NoServiceForAll: '没有承运商能承运全部包裹',
  NoServiceByRule: '没有快递公司提供该承运商的服务：{{n}}',
  NoServiceInTime: '没有服务能在 {{n}} 前送达',
  PricedInOtherCurrency: '{{1}} 以 {{2}} 报价，与公司币种不同',
  LabelIsUnknown: '这不是该发货单的面单',
  LabelIsNotBought: '只有已购买的面单才能作废',
  LabelWasNotBought: '合作方没有生成此面单，未产生费用',
  LabelIsNoFile: '合作方返回的不是可打印的面单',
  ShipmentIsGone: '发货单已作废',
  LabelUserIsGone: '发起购买的用户已无权购买面单',
  CarrierKeepsMoney: '承运商未退款',
};

export const labelPage: Translation<typeof englishLabelPage> = {
  title: '暂时没有可打印的面单',
  text: '正在向承运商获取面单，请稍后从发货单重新打开。',
};
