import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import classes from './header.module.css';

const CHOICES: readonly { scheme: MantineColorScheme; label: PlainKey; icon: typeof IconSun }[] = [
  { scheme: 'light', label: 'shell.themeLight', icon: IconSun },
  { scheme: 'dark', label: 'shell.themeDark', icon: IconMoon },
  { scheme: 'auto', label: 'shell.themeAuto', icon: IconDeviceDesktop },
];

/** Light, dark, or the device's setting; stored on this device. */
export function ThemeSwitch() {
  const t = useText();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { icon: Icon } = CHOICES.find((choice) => choice.scheme === colorScheme) ?? { icon: IconSun };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon className={classes.icon ?? ''} size="lg" aria-label={t('shell.theme')}>
          <Icon size={17} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {CHOICES.map((choice) => (
          <Menu.Item
            key={choice.scheme}
            leftSection={<choice.icon size={16} stroke={1.7} />}
            rightSection={colorScheme === choice.scheme ? <IconCheck size={16} stroke={1.7} /> : undefined}
            onClick={() => setColorScheme(choice.scheme)}
          >
            {t(choice.label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
