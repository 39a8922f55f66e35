import type { fbaPapers as en } from '../en/fba-papers.ts';
import type { Translation } from '../types.ts';

export const fbaPapers: Translation<typeof en> = {
  prep: '拣货与贴标清单',
  shipment: 'FBA 货件',
  shipmentBySku: 'FBA 货件（按 SKU）',
  twoD: '二维条码',
  fbaShipment: 'FBA 货件',
  warehouse: '仓库',
  itemNumber: '商品编码',
  unitLabels: '单件标签',
  labels: '标签数',
  units_one: '{{units}} 件',
  units_other: '{{units}} 件',
  itemsWithoutNumber: '无法生成条码：平台没有 {{skus}} 的商品编码',
  tooMuchForBarcode: '无法生成条码：此箱商品过多，请改用箱内清单上传。',
  noBarcodeYet: '无法生成条码：货件在平台上尚未创建，或此箱为空，或商品超过 100 种。',
};
