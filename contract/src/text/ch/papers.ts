import type { papers as en, paperWords as enWords } from '../en/papers.ts';
import type { Translation } from '../types.ts';

export const papers = {
  print: '打印',
} satisfies Translation<typeof en>;

export const paperWords = {
  page: '第 {{page}} 页，共 {{pages}} 页',
} satisfies Translation<typeof enWords>;
