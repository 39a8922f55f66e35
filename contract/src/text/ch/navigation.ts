import type { navigation as en } from '../en/navigation.ts';
import type { Translation } from '../types.ts';

export const navigation: Translation<typeof en> = {
  exceptions: '异常',
  work: '现场',
  faces: '拣货位',
  reports: '报表',
  billing: '计费',
  entries: '计费条目',
  unbilled: '未计费',
  statements: '对账单',
  activities: '计费活动',
  billingItems: '计费项目',
  billingReports: '计费报表',
  accrual: '计提',
  orders: {
    'Customer Order': '客户订单',
    'Vendor Order': '采购订单',
    'Customer Return': '客户退货',
    'Vendor Return': '供应商退货',
  },
  shipments: { inbound: '收货', outbound: '发货' },
  waves: '波次',
  carts: '拣货车',
  totes: '周转箱',
  ofClient: { inbound: '入库单', outbound: '发货单' },
};
