import { type Answer, api, type Location } from '@longshore/contract';
import { Button, Group } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { call, useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useText } from '../../lib/text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { describeScan, lookUp } from '../../ui/scan/look-up.ts';
import { ScanField } from '../../ui/scan/scan-field.tsx';
import { playTone } from '../../ui/scan/scan-tone.ts';
import { offerUndo } from '../../ui/undo.tsx';
import { refreshLocations } from './location-cache.ts';

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

async function moveBack({ id }: Location, moved: Answer<typeof api.locations.move>, idempotencyKey: string) {
  const body = { from_id: moved.location_id, plates: moved.plates };
  await call(api.locations.moveBack, { params: { id }, body }, { idempotencyKey });
  await refreshLocations();
}

/** Moves all plates of a bin with one scan: the field has focus, and the scanner's Enter moves them. */
export function MoveAll({ location, onClose }: { location: Location; onClose: () => void }) {
  const t = useText();
  const [problem, setProblem] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const showError = (why: string) => {
    setProblem(why);
    playTone('bad');
  };
  /** What was scanned instead of a location. */
  const explainUnknown = async (code: string) => {
    const hits = await lookUp(code).catch(() => undefined);
    showError(
      hits ? [describeScan(code, hits, t), t('scan.expected.location')].join(' ') : t('messages.LocationIsUnknown'),
    );
  };
  const move = useWrite(api.locations.move, {
    onSuccess: (moved) => {
      playTone('good');
      const done = t('locations.moved', { count: moved.moved, location: moved.location });
      if (moved.moved === 0) showSuccess(done);
      else offerUndo({ done, undo: (key) => moveBack(location, moved, key) });
      void refreshLocations();
      onClose();
    },
    onFailure: (failure, { params }) => {
      if (failure.status !== 404 && failure.status !== 422) return false;
      if (failure.status === 404) void explainUnknown(params?.targetId ?? '');
      else showError(t('messages.SameLocation'));
      return true;
    },
  });
  const moveTo = (target: string) => {
    setProblem('');
    if (!target) return showError(t('messages.NewLocationIsEmpty'));
    if (same(target, location.location)) return showError(t('messages.SameLocation'));
    move.mutate({ params: { id: location.id, targetId: target }, query: { by: 'name' } });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    moveTo(box.current?.value.trim() ?? '');
  };
  return (
    <Dialog
      title={t('locations.moveTo', { location: location.location })}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate>
        <ScanField
          ref={box}
          label={t('locations.scanTarget')}
          description={problem ? undefined : t('locations.moveHint')}
          error={problem}
          data-autofocus
          maxLength={64}
          everywhere
          onScan={moveTo}
          onEnter={() => moveTo('')}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={move.isPending}>
            {t('locations.moveAll')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
