import { Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { translate } from '../lib/text/text.ts';
import { toast } from '../lib/toast.ts';

/** Says that the server no longer has the code of the version that this page was loaded with. */
export function showNewVersion(): void {
  toast({
    id: 'new-version',
    title: translate('common.newVersion'),
    message: (
      <Button variant="default" size="xs" mt={6} onClick={() => location.reload()}>
        {translate('common.reload')}
      </Button>
    ),
    icon: <IconInfoCircle size={18} stroke={1.7} />,
    role: 'alert',
  });
}
