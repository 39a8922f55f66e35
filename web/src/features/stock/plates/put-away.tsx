import { Button, Group } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { ScanField } from '../../../ui/scan/scan-field.tsx';
import css from './licenses.module.css';
import type { Placed, Refused } from './put-away-scans.ts';
import { usePutAway } from './use-put-away.ts';

/** Waits for pending scans before closing, and stays open if one fails. A second click closes at once. */
function useClosing(isBusy: boolean, isRefused: boolean, onClose: () => void) {
  const [closing, setClosing] = useState(false);
  useEffect(() => {
    if (!closing || isBusy) return;
    setClosing(false);
    if (!isRefused) onClose();
  }, [closing, isBusy, isRefused, onClose]);
  return () => (isBusy && !closing ? setClosing(true) : onClose());
}

/** Scan a plate, a bin, the next plate and so on in one field that says what it expects. Open until it is closed. */
export function PutAwayDialog({ license = '', onClose }: { license?: string; onClose: () => void }) {
  const t = useText();
  const { expected, placed, refused, isBusy, scan, clear } = usePutAway(license);
  const close = useClosing(isBusy, refused.length > 0, onClose);
  const box = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const field = box.current;
    const code = field?.value.trim();
    field?.focus();
    if (!field || !code) return;
    // Clear at once: the next scan may start before the next render.
    field.value = '';
    scan(code);
  };
  const clearRefused = () => {
    clear();
    box.current?.focus();
  };
  return (
    <Dialog title={t('licenses.putAway')} size={560} closeOnClickOutside={false} grows onClose={close}>
      <form onSubmit={submit} noValidate className={css.scan}>
        <ScanField
          ref={box}
          label={expected ? t('licenses.scanLocation', { license: expected }) : t('licenses.scanPlate')}
          maxLength={64}
          data-autofocus
        />
        <RefusedLog refused={refused} onClear={clearRefused} />
        <PlacedLog placed={placed} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('licenses.done')}
          </Button>
          <Button type="submit">{t(expected ? 'licenses.putAway' : 'licenses.takePlate')}</Button>
        </Group>
      </form>
    </Dialog>
  );
}

/** The plates put away since the dialog was opened, the latest on top in green. */
function PlacedLog({ placed }: { placed: readonly Placed[] }) {
  const t = useText();
  return (
    <div role="status">
      {placed.length > 0 && (
        <ul className={css.log} aria-label={t('licenses.placedLog')}>
          {placed.map(({ step, license, location }, place) => (
            <li key={step} className={place === 0 ? css.placed : undefined}>
              {place === 0 && <IconCircleCheck size={22} stroke={1.7} aria-hidden />}
              {t('licenses.placed', { license, location })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface RefusedProps {
  refused: readonly Refused[];
  onClear: () => void;
}

/** Failed scans, until their plate is put away or the list is cleared. */
function RefusedLog({ refused, onClear }: RefusedProps) {
  const t = useText();
  if (refused.length === 0) return null;
  return (
    <div role="alert" className={css.refused}>
      <ul aria-label={t('licenses.refusedLog')}>
        {refused.map(({ step, license, location, why }) => (
          <li key={step}>
            <Mono>{license}</Mono>
            {location && (
              <>
                {' → '}
                <Mono>{location}</Mono>
              </>
            )}
            {t('licenses.refusedWhy', { why })}
          </li>
        ))}
      </ul>
      <Button variant="subtle" size="xs" onClick={onClear}>
        {t('licenses.refusedClear')}
      </Button>
    </div>
  );
}
