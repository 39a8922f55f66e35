import { api, type License, PutAway } from '@longshore/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useWrite } from '../../lib/api.ts';
import { useText } from '../../lib/text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useSchemaForm } from '../../ui/form/schema-form.ts';
import { Mono } from '../../ui/mono.tsx';
import { playTone } from '../../ui/scan-tone.ts';
import { refreshLicenses } from './license-cache.ts';
import css from './licenses.module.css';

interface Placed {
  step: number;
  license: string;
  location: string;
}

/** How many of the last ones stay in sight. */
const REMEMBERED = 5;

/**
 * Plate, Enter, bin, Enter, and the next plate: it stays open, and the focus is where the next scan goes. A refusal
 * keeps what was scanned and goes back to the field that was wrong.
 */
export function PutAwayDialog({ license = '', onClose }: { license?: string; onClose: () => void }) {
  const t = useText();
  const form = useSchemaForm(PutAway, { license, location: '' });
  const [placed, setPlaced] = useState<Placed[]>([]);
  const plateBox = useRef<HTMLInputElement>(null);
  const locationBox = useRef<HTMLInputElement>(null);
  const focus = (box: HTMLInputElement | null) =>
    requestAnimationFrame(() => {
      box?.focus();
      box?.select();
    });
  const done = (plate: License) => {
    playTone('good');
    const location = plate.locations[0]?.location ?? '';
    setPlaced((now) =>
      [{ step: (now[0]?.step ?? 0) + 1, license: plate.license, location }, ...now].slice(0, REMEMBERED),
    );
    form.setValues({ license: '', location: '' });
    focus(plateBox.current);
    void refreshLicenses();
  };
  const move = useWrite(api.licenses.move, {
    onSuccess: done,
    onFailure: (failure) => {
      playTone('bad');
      if (!form.refuse(failure)) return false;
      focus(failure.errors?.license ? plateBox.current : locationBox.current);
      return true;
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) =>
    form.onSubmit((body) => {
      if (!move.isPending) move.mutate({ body });
    })(event);
  const toLocation = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !form.values.license.trim() || form.values.location.trim()) return;
    event.preventDefault();
    focus(locationBox.current);
  };
  return (
    <Dialog title={t('licenses.putAway')} size={560} closeOnClickOutside={false} onClose={onClose}>
      <form onSubmit={submit} noValidate className={css.scan}>
        <TextInput
          {...form.input('license')}
          ref={plateBox}
          size="lg"
          label={t('licenses.scanPlate')}
          autoComplete="off"
          classNames={{ error: css.reason ?? '' }}
          maxLength={64}
          data-autofocus={license ? undefined : true}
          onKeyDown={toLocation}
        />
        <TextInput
          {...form.input('location')}
          ref={locationBox}
          size="lg"
          label={t('licenses.scanLocation')}
          autoComplete="off"
          classNames={{ error: css.reason ?? '' }}
          maxLength={64}
          data-autofocus={license ? true : undefined}
        />
        <PlacedLog placed={placed} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('licenses.done')}
          </Button>
          <Button type="submit">{t('licenses.putAway')}</Button>
        </Group>
      </form>
    </Dialog>
  );
}

/** What was put away in this sitting, the latest on top in green. */
function PlacedLog({ placed }: { placed: Placed[] }) {
  const t = useText();
  const [latest, ...earlier] = placed;
  return (
    <div role="status">
      {latest && (
        <p key={latest.step} className={css.placed}>
          <IconCircleCheck size={22} stroke={1.7} aria-hidden />
          {t('licenses.placed', { license: latest.license, location: latest.location })}
        </p>
      )}
      {earlier.length > 0 && (
        <ul className={css.log} aria-label={t('licenses.placedLog')}>
          {earlier.map(({ step, license, location }) => (
            <li key={step}>
              <Mono>{license}</Mono> → <Mono>{location}</Mono>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
