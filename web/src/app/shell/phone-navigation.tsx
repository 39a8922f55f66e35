import { Drawer } from '@mantine/core';
import { useText } from '../../lib/text/text.ts';
import { ScanScope } from '../../ui/scan/use-scan.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

/** The sidebar in a drawer. Only phones load it. */
export default function PhoneNavigation({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  useEscape(onClose, opened);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      size={264}
      withCloseButton={false}
      classNames={{ body: classes.drawer ?? '', content: classes.drawerContent ?? '' }}
      transitionProps={{ duration: 180 }}
      attributes={{ content: { 'aria-label': t('shell.mainNavigation') } }}
    >
      <ScanScope>
        <Sidebar isDrawer />
      </ScanScope>
    </Drawer>
  );
}
