import type { documents as en, messages as enMessages, print as enPrint } from '../en/documents.ts';
import type { Translation } from '../types.ts';

export const documents = {
  print: '打印',
  download: '下载',
  openTab: '在新标签页打开',
  drawing: '正在生成文档',
  failed: '文档生成失败',
  cannotDisplay: '无法显示 PDF',
  cannotDisplayHint: '此浏览器不能显示 PDF，请换用其他浏览器，或下载文件。',
} satisfies Translation<typeof en>;

export const messages = {
  NothingToPrint: '请选择要打印的内容',
  TooManyToPrint: '一次最多打印 {{n}} 个',
} satisfies Translation<typeof enMessages>;

export const print = {
  page: '第 {{page}} 页，共 {{pages}} 页',
  search: '搜索：{{search}}',
  filter: '{{name}}：{{values}}',
  condition: '{{name}}{{operator}} {{value}}',
  and: '，且',
  or: '，或',
  rows: '共 {{count}} 行',
  first: '共 {{total}} 行，此处为前 {{shown}} 行',
  firstOfMore: '共 {{total}} 行以上，此处为前 {{shown}} 行',
} satisfies Translation<typeof enPrint>;
