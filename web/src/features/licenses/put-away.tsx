import { api, type License, PutAway } from '@longshore/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type ApiFailure, useWrite } from '../../lib/api.ts';
import { refusalOf } from '../../lib/failure.ts';
import { sayMessage, useText } from '../../lib/text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { errorsOf } from '../../ui/form/apply-422.ts';
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

interface Refused extends PutAway {
  step: number;
  why: string;
}

/** How many of the last ones stay in sight. */
const REMEMBERED = 5;
const blank = { license: '', location: '' };

/**
 * Plate, Enter, bin, Enter, and the next plate: the focus is where the next scan goes, before the server has answered
 * the last one. A refusal puts back what was scanned and goes to the field that was wrong; when the next scan is
 * already under way it is told apart.
 */
function usePutAway(license: string) {
  const t = useText();
  const form = useSchemaForm(PutAway, { license, location: '' });
  const [placed, setPlaced] = useState<Placed[]>([]);
  const [refused, setRefused] = useState<Refused[]>([]);
  const plateBox = useRef<HTMLInputElement>(null);
  const locationBox = useRef<HTMLInputElement>(null);
  const inLine = useRef<Promise<unknown>>(Promise.resolve());
  // At once: the first letter of the next scan may come before anything is drawn anew.
  const focus = (box: HTMLInputElement | null) => {
    box?.focus();
    box?.select();
  };
  const done = (plate: License) => {
    playTone('good');
    const location = plate.locations[0]?.location ?? '';
    setPlaced((now) =>
      [{ step: (now[0]?.step ?? 0) + 1, license: plate.license, location }, ...now].slice(0, REMEMBERED),
    );
    void refreshLicenses();
  };
  const putBack = (failure: ApiFailure, body: PutAway): boolean => {
    playTone('bad');
    const isFree = !plateBox.current?.value && !locationBox.current?.value;
    const isWrong = failure.status === 422;
    if (isFree) {
      flushSync(() => {
        form.setValues(body);
        form.refuse(failure);
      });
      focus(failure.errors?.license ? plateBox.current : locationBox.current);
    } else {
      const [why = ''] = isWrong ? Object.values(errorsOf(failure)) : [refusalOf(failure, t)];
      setRefused((now) => [...now, { ...body, step: (now.at(-1)?.step ?? 0) + 1, why: sayMessage(t, why) }]);
    }
    return isWrong;
  };
  const move = useWrite(api.licenses.move, {
    onSuccess: done,
    onFailure: (failure, { body = blank }) => putBack(failure, body),
  });
  const submit = form.onSubmit((body) => {
    form.setValues(blank);
    focus(plateBox.current);
    // One after the other: a plate that is scanned into two bins stands in the last.
    inLine.current = inLine.current.then(() => move.mutateAsync({ body }).catch(() => {}));
  });
  const clear = () => setRefused([]);
  return { form, placed, refused, clear, plateBox, locationBox, focus, submit };
}

/** It stays open until one is done. */
export function PutAwayDialog({ license = '', onClose }: { license?: string; onClose: () => void }) {
  const t = useText();
  const { form, placed, refused, clear, plateBox, locationBox, focus, submit } = usePutAway(license);
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
        <RefusedLog refused={refused} onClear={clear} />
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

interface RefusedProps {
  refused: Refused[];
  onClear: () => void;
}

/** What was not put away, to be scanned again. */
function RefusedLog({ refused, onClear }: RefusedProps) {
  const t = useText();
  if (refused.length === 0) return null;
  return (
    <div role="alert" className={css.refused}>
      <ul aria-label={t('licenses.refusedLog')}>
        {refused.map(({ step, license, location, why }) => (
          <li key={step}>
            <Mono>{license}</Mono> → <Mono>{location}</Mono>: {why}
          </li>
        ))}
      </ul>
      <Button variant="subtle" size="xs" onClick={onClear}>
        {t('licenses.refusedClear')}
      </Button>
    </div>
  );
}
