/**
 * The subjects of calls that several partners have, in the other languages, by their English texts. A partner adds
 * those that only it has.
 */
export const SUBJECTS = {
  ch: {
    'Create a webhook': '创建平台通知',
    'Delete a webhook': '删除平台通知',
    'Find products by SKU': '按 SKU 查找商品',
    'Get an access token': '获取访问令牌',
    'List locations': '读取地点列表',
    'List orders': '读取订单列表',
    'List webhooks': '读取平台通知列表',
    'Read an order': '读取订单',
    'Read fulfilments': '读取发货记录',
    'Report a shipment': '回传发货',
    'Report stock': '回传库存',
    'Search an order': '查找订单',
    'Withdraw a shipment': '撤回发货',
  },
} as const;
