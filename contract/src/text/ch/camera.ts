import type { camera as en } from '../en/camera.ts';
import type { Translation } from '../types.ts';

export const camera = {
  starts: '相机正在启动…',
  aim: '将条码对准取景框',
  light: '补光灯',
  close: '关闭相机',
  tryAgain: '重试',
  problems: {
    denied: '浏览器未允许此网站使用相机。请在浏览器设置中允许，然后重试。',
    missing: '此设备上未找到相机。请连接相机，然后重试。',
    busy: '相机没有响应。请关闭正在使用相机的其他应用，然后重试。',
    insecure: '浏览器只允许以 https 开头的地址使用相机。请向管理员索取该地址。',
    noReader: '条码识别组件未能加载。请检查网络连接，然后重试。',
    failed: '相机未能启动。请重试，或重新打开浏览器。',
  },
  otherwise: '扫描枪和键盘仍可照常使用。',
} satisfies Translation<typeof en>;
