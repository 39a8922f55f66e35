import { Button, Group, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import {
  isPrefix,
  PREFIX_CHARACTERS,
  PREFIX_MAX,
  PREFIX_PROPOSED,
  saveDeviceSettings,
  useDeviceSettings,
} from '../../../lib/device-settings.ts';
import { showSuccess } from '../../../lib/failure.ts';
import { useText } from '../../../lib/text/text.ts';
import { Barcode } from '../../../ui/barcode.tsx';
import { ScanField } from '../../../ui/scan/scan-field.tsx';
import classes from './profile.module.css';

/** A code that nothing has, to try the scanner with. */
const TEST_CODE = 'LS-TEST-806';

/** How the scanner at this device was set up: kept in the browser, whoever signs in. */
export function ThisDevice() {
  const t = useText();
  const { prefix, noSuffix } = useDeviceSettings();
  const [isWarned, setWarned] = useState(false);
  const save = (change: { prefix?: string; noSuffix?: boolean }) => {
    setWarned(!saveDeviceSettings(change));
    showSuccess(t('profile.device.saved'));
  };
  return (
    <section className={classes.section} id="this-device">
      <div>
        <h2 className={classes.heading}>{t('profile.device.title')}</h2>
        <p className={classes.hint}>{t('profile.device.hint')}</p>
      </div>
      <div className={classes.fields}>
        {isWarned && (
          <p role="alert" className={classes.paragraph}>
            {t('profile.device.notKept')}
          </p>
        )}
        <Switch
          withThumbIndicator={false}
          label={t('profile.device.noSuffix')}
          description={t('profile.device.noSuffixHint')}
          checked={noSuffix}
          onChange={(event) => save({ noSuffix: event.currentTarget.checked })}
        />
        <PrefixForm key={prefix} prefix={prefix} onSave={(next) => save({ prefix: next })} />
        <ScannerTest hasPrefix={prefix !== ''} />
        <Instructions prefix={prefix || PREFIX_PROPOSED} isSet={prefix !== ''} />
      </div>
    </section>
  );
}

function PrefixForm({ prefix, onSave }: { prefix: string; onSave: (prefix: string) => void }) {
  const t = useText();
  const [text, setText] = useState(prefix || PREFIX_PROPOSED);
  const [problem, setProblem] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPrefix(text)) onSave(text);
    else setProblem(t('profile.device.notAPrefix', { max: PREFIX_MAX, characters: [...PREFIX_CHARACTERS].join(' ') }));
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label={t('profile.device.prefix')}
        description={t('profile.device.prefixHint')}
        classNames={{ input: classes.prefix ?? '' }}
        maxLength={PREFIX_MAX}
        autoComplete="off"
        spellCheck={false}
        error={problem}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem('');
        }}
      />
      <Group gap={8} mt={8}>
        <Button type="submit" variant="default" disabled={text === prefix}>
          {t(prefix ? 'profile.device.changePrefix' : 'profile.device.usePrefix')}
        </Button>
        {prefix && (
          <Button variant="default" onClick={() => onSave('')}>
            {t('profile.device.noPrefix')}
          </Button>
        )}
      </Group>
      {prefix && (
        <figure className={classes.barcode}>
          <Barcode text={prefix} label={t('profile.device.prefixBarcode', { prefix })} />
          <figcaption>{t('profile.device.prefixBarcode', { prefix })}</figcaption>
        </figure>
      )}
    </form>
  );
}

/** Says what arrives from the scanner. */
function ScannerTest({ hasPrefix }: { hasPrefix: boolean }) {
  const t = useText();
  const [last, setLast] = useState<{ code: string; isScanned: boolean }>();
  return (
    <div>
      <ScanField
        size="sm"
        // One field of a form among others, and not what is scanned next.
        classNames={{}}
        label={t('profile.device.test')}
        description={t('profile.device.testHint')}
        onScan={(code, isScanned) => setLast({ code, isScanned })}
      />
      <figure className={classes.barcode}>
        <Barcode text={TEST_CODE} label={TEST_CODE} />
        <figcaption>{TEST_CODE}</figcaption>
      </figure>
      <p role="status" className={classes.paragraph}>
        {last &&
          t(
            !hasPrefix
              ? 'profile.device.arrived'
              : last.isScanned
                ? 'profile.device.arrivedPrefixed'
                : 'profile.device.arrivedBare',
            { code: last.code },
          )}
      </p>
    </div>
  );
}

const hexOf = (character: string) => character.charCodeAt(0).toString(16).toUpperCase();
const decimalOf = (character: string) => 1000 + character.charCodeAt(0);

/** How the prefix is set in common scanners, with the numbers that their manuals ask for. */
function Instructions({ prefix, isSet }: { prefix: string; isSet: boolean }) {
  const t = useText();
  const characters = [...prefix];
  const values = {
    prefix,
    decimal: characters.map(decimalOf).join(', '),
    hex: characters.map((character) => [...hexOf(character)].join(' ')).join(', '),
  };
  return (
    <details className={classes.instructions} open={isSet}>
      <summary>{t('profile.device.howTo', { prefix })}</summary>
      <dl>
        {(['zebra', 'honeywell', 'datalogic', 'others'] as const).map((maker) => (
          <div key={maker}>
            <dt>{t(`profile.device.makers.${maker}`)}</dt>
            <dd>{t(`profile.device.steps.${maker}`, values)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
