import type { fulfilment as en, messages as enMessages, sheets as enSheets } from '../en/fulfilment.ts';
import type { Translation } from '../types.ts';

export const fulfilment = {
  title: '处理',
} satisfies Translation<typeof en>;

export const messages = {
  MissingLineId: '请选择一行',
  InvalidQuantity: '数量必须是大于 0 的整数',
  QuantityCannotBeMoreThanOrdered: '数量不能超过订购数量',
  LotRequired: '{{n}} 受批次管理：请选择批次或输入新批次',
  SerialRequired: '{{n}} 受序列号管理：请选择序列号组',
  LineOfAnotherShipment: '第 {{n}} 行不属于此发货单',
  LotExpiresBeforeShipping: '批次 {{1}} 于 {{2}} 到期，早于发货日期 {{3}}：请确认仍要发出',
  NotQuickBySerial: '{{n}} 受序列号管理：请选择序列号',
  NotQuickByLot: '{{n}} 受批次管理：请输入批次',
  NoPlaceFound: '{{1}}：有 {{2}} 件找不到库位',
  OnlyOutboundIsAllocated: '只有出库发货单可以分配库位',
  PickWholePlateFirstToExpire: '整托取 {{1}}；批次 {{2}} 最先到期（{{3}}）',
  PickFaceFirstToExpire: '从拣货位 {{1}} 取；批次 {{2}} 最先到期（{{3}}）',
  PickFirstToExpire: '批次 {{1}} 最先到期（{{2}}）',
  PickWholePlate: '数量正好取走整托 {{n}}',
  PickOnlyPlace: '唯一有货的地方',
  PickFace: '从拣货位 {{1}} 取，{{2}} 起在库',
  PickStorage: '从存储位 {{1}} 取，{{2}} 起在库',
  PickNoBin: '未上架，{{n}} 起在库',
  ReceiveOnNoPlate: '剩余全部，不放托盘',
  ReceiveToInspect: '客户退回：放入隔离区待检',
  GoodsAreAt: '现有 {{1}} 件在 {{2}}',
  GoodsAreQuarantinedAt: '现有 {{1}} 件在 {{2}} 隔离',
  GoodsWereShipped: '{{1}} 件已随发货单 {{2}} 发出',
  GoodsWereDisposed: '{{1}} 件已报废',
  GoodsWereAdjusted: '{{1}} 件已由调整或盘点扣除',
  LineIsANumber: 'Line 是发货单行的编号',
  NotOnThisShipment: '此发货单没有这一行',
  BucketIsUnknown: '该商品没有以此开头的序列号组',
  ShipmentIsRequired: '请指定发货单',
  OutboundUploadIsOff: '公司设置中未启用 Excel 发货',
} satisfies Translation<typeof enMessages>;

export const sheets = {
  Fulfilment: {
    howTo: '使用方法',
    howToText:
      '每行是一个地方的一个发货单行。请修改数量和位置；一行有多个位置时请复制该行，然后在发货单页面上传：每次最多 50 行。没有 RowQty 的行会被跳过。',
    line: '发货单行的编号。填写 SKU 时可以留空。',
    sku: '商品的 SKU',
    name: '商品名称，仅供阅读',
    ordered: '该行的总数量，仅供阅读',
    quantity: '此处的数量：大于 0 的整数；同一 SKU 各行合计不得超过剩余数量',
    serial: '受序列号管理的商品：序列号组的首号；此时 RowQty 为该组的数量',
    reference: '您自己的参考号',
  },
  Receiving: {
    license: '已有托盘的编号；留空表示不放托盘',
    lot: '受批次管理的商品：批次号；新号码会建立新批次',
    expire: '新批次的到期日，YYYY-MM-DD',
    quarantine: 'Y：放入隔离区。N 或留空：良品',
    reason: '放入隔离区的原因',
  },
  Shipping: {
    location: '托盘所在库位，仅供阅读',
    license: '取货托盘的编号；留空表示没有托盘',
    lot: '受批次管理的商品：批次号',
    expire: '批次的到期日，仅供阅读',
  },
} satisfies Translation<typeof enSheets>;
