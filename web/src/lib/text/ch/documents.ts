import type { documents as en } from '../en/documents.ts';
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
