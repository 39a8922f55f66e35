import { ActionIcon, type TextInputProps } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { createContext, type RefObject, use, useState } from 'react';
import { useText } from '../../lib/text/text.ts';

/** On the floor no keyboard covers the screen unless somebody asks for it. */
export const NoSoftKeyboard = createContext(false);

/** What a scan field has on the floor: no soft keyboard, and a button that brings it. */
export function useScanKeyboard(box: RefObject<HTMLInputElement | null>): TextInputProps {
  const t = useText();
  const isHidden = use(NoSoftKeyboard);
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
    rightSectionWidth: 52,
    rightSection: (
      <ActionIcon variant="subtle" size={44} aria-label={t('scan.keyboard')} aria-pressed={isAsked} onClick={toggle}>
        <IconKeyboard size={22} stroke={1.7} />
      </ActionIcon>
    ),
  };
}
