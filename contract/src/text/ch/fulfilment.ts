import type { fulfilment as en, messages as enMessages, sheets as enSheets } from '../en/fulfilment.ts';
import type { Translation } from '../types.ts';

export const fulfilment = {
  title: '处理',
} satisfies Translation<typeof en>;

export const messages = {
  MissingLineId: '请选择一行',
  InvalidQuantity: '数量必须是大于 0 的整数',
} satisfies Translation<typeof enMessages>;

export const sheets = {} satisfies Translation<typeof enSheets>;
