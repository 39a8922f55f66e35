import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconSquareCheck } from '@tabler/icons-react';
import { useText } from '../../lib/text/text.ts';
import type { Bulk } from './list-types.ts';

interface SelectMenuProps<Row> {
  kinds: NonNullable<Bulk<Row>['kinds']>;
  /** The rows of the page. */
  rows: readonly Row[];
  selection: { selectable: (row: Row) => boolean; choose: (rows: Row[]) => void };
}

/** Selects none, all or one kind of the rows of the page. */
export function SelectMenu<Row>({ kinds, rows, selection }: SelectMenuProps<Row>) {
  const t = useText();
  const selectable = rows.filter(selection.selectable);
  const choices = [
    { label: 'lists.selectNone' as const, rows: [] },
    ...kinds.map(({ label, has }) => ({ label, rows: selectable.filter(has) })),
    { label: 'lists.selectEvery' as const, rows: selectable },
  ];
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconSquareCheck size={16} stroke={1.7} />}
          rightSection={<IconChevronDown size={14} stroke={1.7} />}
        >
          {t('lists.select')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ label, rows: chosen }) => (
          <Menu.Item key={label} onClick={() => selection.choose(chosen)}>
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
