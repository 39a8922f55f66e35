import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface AddButtonProps {
  /** `beside` is the small button next to a section's title; `instead` is the normal button of an empty section. */
  place: 'beside' | 'instead';
  children: ReactNode;
  onClick: () => void;
  /** On hover: preloads what the click will open. */
  onHover?: (() => unknown) | undefined;
}

/** Adds a line to a section. */
export function AddButton({ place, children, onClick, onHover }: AddButtonProps) {
  return (
    <Button
      variant={place === 'beside' ? 'subtle' : 'default'}
      size={place === 'beside' ? 'xs' : 'sm'}
      leftSection={<IconPlus size={16} stroke={1.7} />}
      onMouseEnter={onHover}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
