import { ActionIcon, Tooltip } from '@mantine/core';
import type { IconPencil } from '@tabler/icons-react';

/** An action of a row, as an icon button. */
export function RowAction({ label, icon: Icon, run }: { label: string; icon: typeof IconPencil; run: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon size="sm" aria-label={label} onClick={run}>
        <Icon size={15} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
}
