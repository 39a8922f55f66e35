import { Button, Stack, Text } from '@mantine/core';
import { useText } from '../../lib/text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Mono } from '../../ui/mono.tsx';
import { useGo } from '../../ui/route-link.tsx';
import { type Scan, useScan } from '../../ui/scan/use-scan.tsx';
import { kindLabel } from './kinds.ts';
import type { Ambiguous } from './use-open-scanned.tsx';

interface ScanChoiceProps extends Ambiguous {
  onScan: (scan: Scan) => void;
  onClose: () => void;
}

/** The next scan replaces the question. */
function NextScan({ onScan }: Pick<ScanChoiceProps, 'onScan'>) {
  useScan(onScan);
  return null;
}

/** Asks which record to open when a scan names several. */
export default function ScanChoice({ code, hits, onScan, onClose }: ScanChoiceProps) {
  const t = useText();
  const go = useGo();
  return (
    <Dialog title={t('scan.chooseTitle', { code })} onClose={onClose}>
      <NextScan onScan={onScan} />
      <Text mb="sm">{t('scan.choose')}</Text>
      <Stack gap="xs">
        {hits.map((hit, place) => (
          <Button
            key={`${hit.kind} ${hit.id}`}
            variant="default"
            size="lg"
            justify="flex-start"
            data-autofocus={place === 0 || undefined}
            onClick={() => {
              onClose();
              go(hit.path);
            }}
          >
            <span>
              {kindLabel(hit.kind, t)} <Mono>{hit.title}</Mono> · {hit.description}
            </span>
          </Button>
        ))}
      </Stack>
    </Dialog>
  );
}
