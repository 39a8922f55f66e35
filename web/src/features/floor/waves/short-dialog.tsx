import { SHORT_REASONS } from '@longshore/contract';
import { Button, Group, NumberInput, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import type { ShortLine, ShortPick } from './wave-commands.ts';

type Reason = (typeof SHORT_REASONS)[number];

interface ShortDialogProps {
  pick: ShortLine;
  place: string;
  onShort: (short: ShortPick) => void;
  onClose: () => void;
}

/** Reports units that are not there, with the reason. */
export function ShortDialog({ pick, place, onShort, onClose }: ShortDialogProps) {
  const t = useText();
  const [why, setWhy] = useState<Reason>('missing');
  const [units, setUnits] = useState<number | string>(pick.quantity);
  const isWhole = Number.isInteger(units) && Number(units) >= 1 && Number(units) <= pick.quantity;
  return (
    <Dialog title={t('onFloor.wave.shortTitle', { sku: pick.sku })} onClose={onClose}>
      <Stack>
        <Text>{t('onFloor.wave.shortText')}</Text>
        <NumberInput
          size="lg"
          label={t('onFloor.wave.shortUnits')}
          min={1}
          max={pick.quantity}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          value={units}
          error={isWhole ? undefined : t('onFloor.wave.shortRange', { units: pick.quantity })}
          onChange={setUnits}
        />
        <Radio.Group label={t('waves.why')} value={why} onChange={(value) => setWhy(value as Reason)}>
          <Stack gap={0}>
            {SHORT_REASONS.map((reason) => (
              <Radio
                key={reason}
                value={reason}
                label={t(`waves.whys.${reason}`)}
                size="md"
                py={10}
                data-autofocus={reason === 'missing' || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="md" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            size="md"
            disabled={!isWhole}
            onClick={() => {
              onShort({ units: Number(units), why, place });
              onClose();
            }}
          >
            {t('onFloor.wave.shortConfirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
