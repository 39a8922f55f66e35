import type { Access } from '@longshore/contract';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDots, type IconPencil } from '@tabler/icons-react';
import { useSession } from '../lib/session.ts';

export interface RowChoice {
  label: string;
  icon: typeof IconPencil;
  /** Not offered to those whom its call would refuse. */
  access: Access;
  run: () => void;
  /** A disabled one says why. */
  disabledBecause?: string | undefined;
  danger?: boolean;
}

const size = { size: 16, stroke: 1.7 };

/** What one can do with a row, behind three dots; nothing is drawn when there is nothing one may do. */
export function RowMenu({ label, choices }: { label: string; choices: readonly RowChoice[] }) {
  const { can } = useSession();
  const allowed = choices.filter(({ access }) => can(access));
  if (allowed.length === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size="sm" aria-label={label}>
          <IconDots {...size} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {allowed.map(({ label: text, icon: Icon, run, disabledBecause, danger }) => (
          <Tooltip key={text} label={disabledBecause} disabled={!disabledBecause}>
            <Menu.Item
              leftSection={<Icon {...size} />}
              data-disabled={disabledBecause ? true : undefined}
              aria-disabled={disabledBecause ? true : undefined}
              closeMenuOnClick={!disabledBecause}
              onClick={() => !disabledBecause && run()}
              {...(danger ? { color: 'red' } : {})}
            >
              {text}
            </Menu.Item>
          </Tooltip>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
