import type { locations as en, messages as enMessages, sheets as enSheets } from '../en/locations.ts';
import type { Translation } from '../types.ts';

export const locations = {
  many: '库位',
  create: '新建库位',
  make: '新建库位',
  edit: '编辑库位',
  import: '导入库位',
  search: '按库位搜索…',
  noneYet: '还没有库位',
  location: '库位',
  type: '类型',
  types: { P: '拣货', S: '存储' },
  billingCategory: '计费类别',
  billingCategoryHint: '此处存储按什么计费。',
  plates: '托盘数',
  plateCount_one: '{{count}} 个托盘',
  plateCount_other: '{{count}} 个托盘',
  createdAt: '创建时间',
  showPlates: '查看托盘',
  platesAt: '{{location}} 的托盘',
  noPlates: '此处没有托盘',
  license: '托盘标签',
  client: '货主',
  quantity: '件数',
  moveAll: '移动全部托盘',
  moveTo: '将 {{location}} 的全部托盘移至',
  scanTarget: '扫描新库位',
  moveHint: '也可以输入后按回车。',
  moved_one: '{{count}} 个托盘已移至 {{location}}',
  moved_other: '{{count}} 个托盘已移至 {{location}}',
  delete: '删除库位',
  deleteText: '删除 {{location}}？只有从未放过托盘的库位才能删除。',
  aisle: '{{aisle}} 通道',
  mapOf: '{{aisle}} 通道的库位图',
  level: '第 {{level}} 层',
  unitCount: '{{units}} 件',
  fillText: '条形表示库位件数与此处最满库位（{{location}}，{{units}} 件）之比。系统未记录库位容量。',
  fillNone: '此通道没有货物。',
  mapPart: '通道较长，仅显示最近的 {{count}} 个库位。',
  goods: '货物',
  moreGoods: '仅显示前 {{count}} 条；全部货物见各托盘页面。',
  visits: '托盘进出记录',
  noVisits: '此处从未放过托盘。',
} satisfies Translation<typeof en>;

export const messages = {
  LocationIsRequired: '请输入库位',
  LocationIsUnknown: '无法移动库位。新库位名称是否正确？',
  NewLocationIsEmpty: '新库位不能为空',
  SameLocation: '不能移动到同一库位',
  LocationIsUsed: '该库位已被使用，不能删除',
} satisfies Translation<typeof enMessages>;

export const sheets = {
  Location: {
    location: '必填。库位名称，在仓库内不可重复。',
    type: 'P 为拣货，S 为存储；留空为 S。',
    billing_category: '此处仓储的计费类别，可留空。',
  },
} satisfies Translation<typeof enSheets>;
