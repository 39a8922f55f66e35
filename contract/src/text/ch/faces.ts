import type { messages as english } from '../en/faces.ts';
import type { Translation } from '../types.ts';

export const messages: Translation<typeof english> = {
  MinimumIsInvalid: '最低数量必须是不小于 1 的整数',
  MaximumIsInvalid: '最高数量必须是不小于 1 的整数',
  MaximumBelowMinimum: '最高数量不能低于最低数量',
  FaceItemIsRequired: '请选择商品',
  FaceIsTaken: '此商品在该库位已有拣货位',
  FaceNeedsPickingBin: '{{n}} 是存储库位；拣货位必须是拣货库位',
  FaceLocationIsUnknown: '此库位不存在；请选择其他库位',
  FaceItemIsUnknown: '此商品不存在或已停用；请选择其他商品',
  BringExpiry: '最先到期：{{n}}',
  BringEmptied: '可一次取空',
  BringSmallest: '能补满的最小托盘',
  BringLargest: '没有托盘能补满：取最大的',
};
