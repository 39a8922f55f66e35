import type { dashboard as en } from '../en/dashboard.ts';
import type { Translation } from '../types.ts';

export const dashboard = {
  morning: '{{name}}，早上好',
  afternoon: '{{name}}，下午好',
  evening: '{{name}}，晚上好',
  inventories: '商品',
  messages: '服务商消息',
  noMessages: '没有消息',
  noMessagesHint: '服务商有消息时会显示在这里。',
  you: '您',
  joined: '{{month}}加入',
  firstSteps: '开始设置仓库',
  stepsDone: '已完成 {{done}} / {{all}}',
  stepDone: '已完成',
  steps: {
    company: '公司资料',
    couriers: '承运商',
    client: '第一个货主',
    user: '第一位同事',
  },
  stepHints: {
    company: '名称、地址、时区，以及登录页的颜色。',
    couriers: '新建常用的、删除不用的，或保存任意一个以确认列表。',
    client: '您为谁存放和发运货物。',
    user: '先新建一个角色，说明可以做什么，再新建拥有该角色的用户。',
  },
} satisfies Translation<typeof en>;
