import type { messages as english, floor as englishFloor } from '../en/floor.ts';
import type { Translation } from '../types.ts';

export const floor: Translation<typeof englishFloor> = {
  proposed: '建议',
  proposedUnits_one: '该处已有 {{units}} 件',
  proposedUnits_other: '该处已有 {{units}} 件',
  proposedOthers: '或',
  noProposal: '没有建议的库位：可扫描任意库位',
};

export const messages: Translation<typeof english> = {
  PutAwayPickingBin: '该商品的拣货库位',
  PutAwaySameItem: '已存放同一商品',
  PutAwayNearItem: '空库位，与该商品同一通道',
  PutAwayCategory: '空库位，属于该客户使用的类别',
  PutAwayEmpty: '空库位',
};
