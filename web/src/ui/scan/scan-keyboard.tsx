import { ActionIcon, type TextInputProps } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { createContext, type RefObject, use, useState } from 'react';
import { useText } from '../../lib/text/text.ts';
import { CameraButton } from '../camera/camera-button.tsx';
import { CameraSwitchContext } from '../camera/camera-switch.ts';
import css from './scan-keyboard.module.css';

/** On the floor no keyboard covers the screen unless somebody asks for it. */
export const NoSoftKeyboard = createContext(false);

/** What a scan field has on the floor: no soft keyboard, a button that brings it, and one for the camera. */
export function useScanKeyboard(box: RefObject<HTMLInputElement | null>): TextInputProps {
  const t = useText();
  const isHidden = use(NoSoftKeyboard);
  const hasCamera = use(CameraSwitchContext) !== undefined;
  const [isAsked, setAsked] = useState(false);
  if (!isHidden) return {};
  const toggle = () => {
    setAsked(!isAsked);
    // It appears for a field that gets the focus.
    box.current?.blur();
    requestAnimationFrame(() => box.current?.focus());
  };
  return {
    inputMode: isAsked ? 'text' : 'none',
    rightSectionWidth: hasCamera ? 96 : 52,
    rightSection: (
      <div className={css.tools}>
        <CameraButton />
        <ActionIcon variant="subtle" size={44} aria-label={t('scan.keyboard')} aria-pressed={isAsked} onClick={toggle}>
          <IconKeyboard size={22} stroke={1.7} />
        </ActionIcon>
      </div>
    ),
  };
}
