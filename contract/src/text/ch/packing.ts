import type { packing as en, messages as enMessages } from '../en/packing.ts';
import type { Translation } from '../types.ts';

export const packing = {
  title: '按箱打包',
} satisfies Translation<typeof en>;

export const messages = {
  CartonSizesAreNumbers: '长、宽、高和重量必须是大于 0 的数字',
  CartonIsEmpty: '箱内必须有物品',
  AtLeastOneCarton: '请至少添加一个箱子',
  PackedIsNotShipped: '{{1}} 的装箱数量与发货数量不一致',
  CartonIsTwice: '有两个纸箱都是 {{n}}',
  ShipmentIsNotPacked: '发货单尚未装箱。请返回发货单主页先装箱。',
} satisfies Translation<typeof enMessages>;
