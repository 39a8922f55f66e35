import { ActionIcon } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { use } from 'react';
import { useText } from '../../lib/text/text.ts';
import { CameraSwitchContext } from './camera-switch.ts';

/** Opens and closes the camera, where it can scan. */
export function CameraButton() {
  const t = useText();
  const camera = use(CameraSwitchContext);
  if (!camera) return null;
  return (
    <ActionIcon
      variant={camera.isOn ? 'light' : 'subtle'}
      size={44}
      aria-label={t('scan.camera')}
      aria-pressed={camera.isOn}
      onClick={() => camera.set(!camera.isOn)}
    >
      <IconCamera size={22} stroke={1.7} />
    </ActionIcon>
  );
}
