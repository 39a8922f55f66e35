import type { messages as englishMessages } from '../en/shipping.ts';
import type { Translation } from '../types.ts';

export const messages: Translation<typeof englishMessages> = {
  QuoteIsRequired: '请选择一个报价',
  QuoteIsUnknown: '该报价已失效：请重新查询报价',
  QuoteIsTooOld: '该报价已过期，无法购买：请重新查询报价',
  SizeIsInvalid: '请输入大于 0 的尺寸',
  SenderStreetIsRequired: '请填写街道',
};
