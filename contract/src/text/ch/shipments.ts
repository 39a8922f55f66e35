import type { shipments as en, shipmentMail as enMail, messages as enMessages } from '../en/shipments.ts';
import type { Translation } from '../types.ts';

export const shipments = {
  inbound: '收货',
  outbound: '发货',
} satisfies Translation<typeof en>;

export const messages = {
  QuantityBelowFulfilled: '新数量不能小于已完成数量：{{n}}',
  LineOfAnotherShipment: '该行不属于此发货单',
  MoreThanLeftover: '{{1}}：最多 {{2}}',
  AllLinesWouldBeZero: '所有行都将为 0：请改为作废发货单',
  KitLineKeepsItsOrder: '该行属于套件 {{n}}：套件只能在订单中整体更改',
  OnlyCustomerOrdersHaveCouriers: '只有客户订单可以选择承运商',
  BillingIsNotAvailable: '尚未启用计费：请不计费完成',
  MayNotBill: '您的角色不能为发货单计费',
  ShipmentIsInState: '发货单状态为 {{n}}',
  ShipmentIsLockedBy: '已被 {{n}} 锁定',
  NewQuantityIsInvalid: '新数量必须大于或等于 0',
  AtLeastOneShipment: '请至少选择一个发货单',
} satisfies Translation<typeof enMessages>;

export const shipmentMail = {
  receivedSubject: '已收货：{{reference}}',
  shippedSubject: '已发货：{{reference}}',
  received: '{{client}} 的{{type}} {{reference}} 已收货（发货单 {{shipment}}）。',
  shipped: '{{client}} 的{{type}} {{reference}} 已出库（发货单 {{shipment}}）。',
  po: 'PO：{{po}}',
  relation: '往来单位：{{name}}',
  shipTo: '收货地址：{{address}}',
  courier: '承运商：{{name}}',
  waybill: '运单号：{{waybill}}',
  cartons: '箱数：{{n}}',
  units: '件数：{{n}}',
  quarantined: '其中 {{n}} 件隔离',
  more: '…… 另有 {{n}} 行',
} satisfies Translation<typeof enMail>;
