import type { Words } from '../../modules/channels/index.ts';

export const KEY: { label: Words; hint: Words } = {
  label: { en: 'API token', ch: 'API 令牌' },
  hint: {
    en: 'GoShippo, Settings, API. A token that begins with shippo_test_ makes labels that no carrier takes.',
    ch: 'GoShippo → 设置 → API。以 shippo_test_ 开头的令牌只生成测试面单，承运商不会揽收。',
  },
};
