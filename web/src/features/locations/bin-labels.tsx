import { api } from '@longshore/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../lib/text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const PdfDialog = lazyPart(() => import('../../ui/pdf-dialog.tsx'));

/** Asks for the first and the last bin, then shows the labels of all between them. */
export function BinLabels({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [range, setRange] = useState({ from: '', to: '' });
  const [isShown, setShown] = useState(false);
  if (isShown)
    return (
      <PdfDialog
        endpoint={api.locations.labels}
        input={{ query: range }}
        title={t('locations.printLabels')}
        fileName="bins.pdf"
        onClose={onClose}
      />
    );
  return (
    <Dialog title={t('locations.printLabels')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setShown(true);
        }}
      >
        <p>{t('locations.labelsHint')}</p>
        <Group grow>
          <TextInput
            label={t('locations.labelsFrom')}
            value={range.from}
            onChange={({ currentTarget }) => setRange({ ...range, from: currentTarget.value })}
            data-autofocus
          />
          <TextInput
            label={t('locations.labelsTo')}
            value={range.to}
            onChange={({ currentTarget }) => setRange({ ...range, to: currentTarget.value })}
          />
        </Group>
        <Group justify="flex-end" mt="md">
          <Button type="submit">{t('documents.print')}</Button>
        </Group>
      </form>
    </Dialog>
  );
}
