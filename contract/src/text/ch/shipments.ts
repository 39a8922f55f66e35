import type { shipments as en, messages as enMessages } from '../en/shipments.ts';
import type { Translation } from '../types.ts';

export const shipments = {
  inbound: '收货',
  outbound: '发货',
} satisfies Translation<typeof en>;

export const messages = {
  ShipmentIsInState: '发货单状态为 {{n}}',
  ShipmentIsLockedBy: '已被 {{n}} 锁定',
  NewQuantityIsInvalid: '新数量必须大于或等于 0',
  AtLeastOneShipment: '请至少选择一个发货单',
} satisfies Translation<typeof enMessages>;
