import { Button, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useText } from '../../lib/text/text.ts';
import { type Column, titleColumn } from './list-types.ts';
import type { useColumns } from './use-columns.ts';

interface ColumnMenuProps<Row> {
  columns: Column<Row>[];
  choice: ReturnType<typeof useColumns<Row>>;
  isSorted: (field: string) => boolean;
}

/** Chooses the columns of a table. The title and the sorted column cannot be hidden. */
export function ColumnMenu<Row>({ columns, choice, isSorted }: ColumnMenuProps<Row>) {
  const t = useText();
  const title = titleColumn(columns);
  return (
    <Menu position="bottom-end" withinPortal closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default" size="sm" leftSection={<IconColumns3 size={16} stroke={1.7} />}>
          {t('lists.columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map((column) => {
          const isShown = choice.shown.includes(column);
          const isFixed = column === title || isSorted(column.field);
          return (
            <Menu.CheckboxItem
              key={column.field}
              checked={isShown}
              disabled={isFixed}
              onChange={(next) => choice.toggle(column.field, next)}
            >
              {t(column.header)}
            </Menu.CheckboxItem>
          );
        })}
        <Menu.Divider />
        {/* It is disabled afterwards and loses the focus, so that Escape would no longer close the menu. */}
        <Menu.Item closeMenuOnClick disabled={!choice.isChosen} onClick={choice.reset}>
          {t('lists.columnsReset')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
