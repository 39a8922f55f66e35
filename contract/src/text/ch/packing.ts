import type { packing as en, messages as enMessages } from '../en/packing.ts';
import type { Translation } from '../types.ts';

export const packing = {
  title: '按箱打包',
} satisfies Translation<typeof en>;

export const messages = {
  CartonSizesAreNumbers: '长、宽、高和重量必须是大于 0 的数字',
  CartonIsEmpty: '箱内必须有物品',
  AtLeastOneCarton: '请至少添加一个箱子',
} satisfies Translation<typeof enMessages>;
