import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface AddButtonProps {
  /** Beside the title of a section it stays small; in its place, while there is nothing, it is a button like others. */
  place: 'beside' | 'instead';
  children: ReactNode;
  onClick: () => void;
  /** Fetches what the click will open. */
  onNear?: (() => unknown) | undefined;
}

/** Adds a line to a section. */
export function AddButton({ place, children, onClick, onNear }: AddButtonProps) {
  return (
    <Button
      variant={place === 'beside' ? 'subtle' : 'default'}
      size={place === 'beside' ? 'xs' : 'sm'}
      leftSection={<IconPlus size={16} stroke={1.7} />}
      onMouseEnter={onNear}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
