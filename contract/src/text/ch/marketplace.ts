import type { marketplace as en, marketplacePage as enPage } from '../en/marketplace.ts';
import type { Translation } from '../types.ts';

/** 平台订单的发货单面板。 */
export const marketplace = {
  title: 'Zalora',
  provider: '物流商',
  providerIntegrated: '{{name}} · 提供跟踪号',
  method: '交付方式',
  methods: { dropship: '直接发货', pickup: 'Zalora 上门取件', send_to_warehouse: '送至仓库' },
  ownCarrier: '自有承运商',
  ownCarrierHint: '运单号将作为跟踪号发送',
  fulfil: '在 Zalora 中履行',
  fulfilling: 'Zalora 正在打包并将商品设为待发货……',
  again: '重试',
  fulfilled: '已在 Zalora 中履行',
  done: '在 Zalora 中已待发货',
  unknown: '未收到 Zalora 的答复。重试时会先查看现状。',
  tracking: '跟踪号',
  noProviders: 'Zalora 没有列出物流商',
  documents: '文件',
  kinds: { invoice: '发票', shippingLabel: '发货标签', carrierManifest: '承运商清单' },
  print: '打印{{name}}',
  preparing: '正在准备……',
  fetchAgain: '重新获取文件',
} satisfies Translation<typeof en>;

export const marketplacePage = {
  waiting: '文件尚未就绪',
  wait: '平台仍在生成文件。此页面会自动重新查询。',
  refused: '无法打印文件',
} satisfies Translation<typeof enPage>;
