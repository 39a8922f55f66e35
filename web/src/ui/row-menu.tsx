import type { Access } from '@longshore/contract';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDots, type IconPencil } from '@tabler/icons-react';
import { useSession } from '../lib/session.ts';
import { DANGER } from './theme/danger.ts';

export interface RowChoice {
  label: string;
  icon: typeof IconPencil;
  /** Hidden from users without this access. */
  access: Access;
  run: () => void;
  /** Shown as the tooltip of a disabled action. */
  disabledBecause?: string | undefined;
  danger?: boolean;
}

const size = { size: 16, stroke: 1.7 };

/** The actions of a row behind three dots; nothing is rendered when the user may do none of them. */
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
              {...(danger ? { color: DANGER } : {})}
            >
              {text}
            </Menu.Item>
          </Tooltip>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
