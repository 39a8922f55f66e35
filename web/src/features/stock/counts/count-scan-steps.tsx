import type { CountLine, CountPlace } from '@longshore/contract';
import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Mono } from '../../../ui/mono.tsx';
import { CLEARED_BY_ESCAPE } from '../../../ui/scan/text-fields.ts';
import { Tag } from '../../../ui/tag.tsx';
import css from './count-scan.module.css';
import { type CountTarget, readQuantity } from './count-scans.ts';
import type { CountScan } from './use-count-scan.ts';

/** Plate, lot and state of a target in one line. */
function Where({ target: { license, lot_number: lot, quarantine } }: { target: CountTarget | CountLine }) {
  const t = useText();
  return (
    <span className={css.where}>
      {license ? <Mono>{license}</Mono> : t('counts.noPlate')}
      {lot && (
        <>
          {' '}
          {t('stock.lotShort')} <Mono>{lot}</Mono>
        </>
      )}{' '}
      {quarantine === 1 && <Tag tone="caution">{t('counts.quarantined')}</Tag>}
    </span>
  );
}

/** The rows of the sheet here, in walking order; a tap counts one whose label cannot be scanned. */
export function PlaceRows({ place, run }: { place: CountPlace; run: CountScan }) {
  const t = useText();
  const format = useFormat();
  if (place.lines.length === 0) return <p className={css.hint}>{t('counts.nothingHere')}</p>;
  return (
    <ul className={css.rows} aria-label={t('counts.rowsHere')}>
      {place.lines.map((line) => (
        <li key={line.id}>
          <UnstyledButton className={css.row} onClick={() => run.pick(line)}>
            <span className={css.item}>
              <Mono>{line.sku}</Mono> <span className={css.itemName}>{line.name}</span>
              <Where target={line} />
            </span>
            <span className={css.counted} data-done={line.counted !== null || undefined}>
              {line.counted !== null && <IconCheck size={16} stroke={2} aria-hidden />}
              {line.counted === null ? t('counts.statuses.uncounted') : format.number(line.counted)}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

/** Several rows fit: one is tapped, or its plate or lot is scanned. */
export function ChoiceList({ choices, run }: { choices: readonly CountTarget[]; run: CountScan }) {
  const t = useText();
  return (
    <ul className={css.rows} aria-label={t('counts.whichOne')}>
      {choices.map((target) => (
        <li key={`${target.license_id} ${target.lot_id} ${target.quarantine}`}>
          <UnstyledButton className={css.row} onClick={() => run.pickTarget(target)}>
            <span className={css.item}>
              <Mono>{target.sku}</Mono> <Where target={target} />
            </span>
            {!target.line && <Tag>{t('counts.added')}</Tag>}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

/** What is already counted here, by whom; saving replaces it. */
function CountedBefore({ line }: { line: CountLine }) {
  const t = useText();
  const format = useFormat();
  const { counted, counted_by: by, counted_at: at } = line;
  if (counted === null) return null;
  return (
    <p className={css.hint}>
      {t('counts.countedBefore', { counted: format.number(counted), by, at: at ? format.short(at) : '' })}
    </p>
  );
}

/**
 * The quantity of one row, in a field of its own. It does not take the focus, which stays in the scan field: scanning
 * the item again adds one, scanning the next item or bin saves the quantity and goes on, and 24* says it there.
 */
export function QuantityStep({ target, run, onDone }: { target: CountTarget; run: CountScan; onDone: () => void }) {
  const t = useText();
  const quantity = readQuantity(run.quantity);
  const before = target.line?.counted ?? null;
  const save = (counted: number | undefined) => {
    if (counted === undefined) run.refuse(t('counts.quantityFirst', { sku: target.sku }));
    else run.record(counted);
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(quantity);
  };
  return (
    <form className={css.quantity} onSubmit={submit} noValidate>
      <div className={css.target}>
        <span className={css.label}>{t('counts.quantityOf')}</span>
        <span className={css.step}>{target.sku}</span>
        <span className={css.lead}>{target.name}</span>
        <Where target={target} />
        {!target.line && <Tag tone="attention">{t('counts.notOnSheet')}</Tag>}
      </div>
      <TextInput
        {...CLEARED_BY_ESCAPE}
        classNames={{ input: css.number ?? '' }}
        aria-label={t('counts.quantityFor', { sku: target.sku })}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        value={run.quantity}
        onChange={(event) => run.enter(event.currentTarget.value)}
      />
      {target.line && <CountedBefore line={target.line} />}
      <div className={css.actions}>
        <Button
          variant="default"
          className={css.touch ?? ''}
          onClick={() => {
            run.back();
            onDone();
          }}
        >
          {t('common.cancel')}
        </Button>
        {before !== null && (
          <Button
            variant="default"
            className={css.touch ?? ''}
            disabled={quantity === undefined}
            onClick={() => save(quantity === undefined ? undefined : before + quantity)}
          >
            {t('counts.addTo', { counted: before })}
          </Button>
        )}
        <Button type="submit" className={css.touch ?? ''}>
          {t(before === null ? 'counts.saveFigure' : 'counts.replaceFigure')}
        </Button>
      </div>
    </form>
  );
}
