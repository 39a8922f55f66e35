import { api, type NewBadge } from '@longshore/contract';
import { Button, Group } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import css from './badges.module.css';

const PdfDialog = lazyPart(() => import('../../../ui/pdf-dialog.tsx'));

/** The badge can be printed as long as this is open: only the hash of its code is stored. */
export function BadgeMade({ badge, onClose }: { badge: NewBadge; onClose: () => void }) {
  const t = useText();
  const [isPrinting, setIsPrinting] = useState(false);
  return (
    <>
      <Dialog title={t('badges.made')} shownOnce onClose={onClose}>
        <p className={css.muted}>{t('badges.madeHint')}</p>
        <Group justify="flex-end" gap={8} mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button
            leftSection={<IconPrinter size={16} stroke={1.7} />}
            onClick={() => setIsPrinting(true)}
            data-autofocus
          >
            {t('badges.print')}
          </Button>
        </Group>
      </Dialog>
      {isPrinting && (
        <PdfDialog
          endpoint={api.badges.paper}
          input={{ body: { badge: badge.code } }}
          title={t('badges.print')}
          fileName="badge.pdf"
          onClose={() => setIsPrinting(false)}
        />
      )}
    </>
  );
}
