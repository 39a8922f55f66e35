import { api, DOCUMENTS_MAX, type License } from '@longshore/contract';
import { Button, Group } from '@mantine/core';
import { IconCheck, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import css from './licenses.module.css';

// Labels are printed rarely: the dialog is loaded when it is opened.
const PdfDialog = lazyPart(() => import('../../../ui/pdf-dialog.tsx'));

type Plate = Pick<License, 'id' | 'license'>;

export function LabelsDialog({ plates, onClose }: { plates: readonly Plate[]; onClose: () => void }) {
  const t = useText();
  const [first, ...others] = plates;
  const title = others.length
    ? t('licenses.labels', { count: plates.length })
    : t('licenses.labelOf', { license: first?.license ?? '' });
  return (
    <PdfDialog
      endpoint={api.licenses.labels}
      input={{ query: { 'ids[]': plates.map(({ id }) => String(id)) } }}
      title={title}
      fileName="license-plates.pdf"
      onClose={onClose}
    />
  );
}

interface Part {
  from: number;
  plates: readonly Plate[];
}

/** A document has a maximum number of labels: a large batch is printed in parts. */
const partsOf = (plates: readonly Plate[]): Part[] =>
  Array.from({ length: Math.ceil(plates.length / DOCUMENTS_MAX) }, (_, at) => ({
    from: at * DOCUMENTS_MAX + 1,
    plates: plates.slice(at * DOCUMENTS_MAX, (at + 1) * DOCUMENTS_MAX),
  }));

interface MadeProps {
  title: string;
  plates: readonly Plate[];
  onClose: () => void;
}

/** Offers to print the labels of new plates, part by part. */
export function MadePlates({ title, plates, onClose }: MadeProps) {
  const t = useText();
  const [printing, setPrinting] = useState<Part>();
  const [printed, setPrinted] = useState<readonly number[]>([]);
  const parts = partsOf(plates);
  const next = parts.find(({ from }) => !printed.includes(from));
  const [first, last] = [plates[0]?.license ?? '', plates.at(-1)?.license ?? ''];
  const close = () => {
    if (parts.length === 1) onClose();
    setPrinted([...printed, printing?.from ?? 0]);
    setPrinting(undefined);
  };
  if (printing) return <LabelsDialog plates={printing.plates} onClose={close} />;
  return (
    <Dialog title={title} onClose={onClose}>
      <p className={css.explained}>{plates.length > 1 ? t('licenses.madeRange', { first, last }) : first}</p>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('licenses.done')}
        </Button>
        {parts.map((part) => (
          <Button
            key={part.from}
            variant={part.from === next?.from ? 'filled' : 'default'}
            leftSection={
              printed.includes(part.from) ? (
                <IconCheck size={16} stroke={1.7} />
              ) : (
                <IconPrinter size={16} stroke={1.7} />
              )
            }
            onClick={() => setPrinting(part)}
            data-autofocus={part.from === next?.from || undefined}
          >
            {parts.length === 1
              ? t('licenses.printLabels', { count: plates.length })
              : t('licenses.printPart', { from: part.from, to: part.from + part.plates.length - 1 })}
          </Button>
        ))}
      </Group>
    </Dialog>
  );
}
