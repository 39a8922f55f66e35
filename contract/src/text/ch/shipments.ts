import type { shipments as en, messages as enMessages } from '../en/shipments.ts';
import type { Translation } from '../types.ts';

export const shipments = {
  inbound: '收货',
  outbound: '发货',
} satisfies Translation<typeof en>;

export const messages = {
  NewQuantityIsInvalid: '新数量必须大于或等于 0',
  AtLeastOneShipment: '请至少选择一个发货单',
} satisfies Translation<typeof enMessages>;
