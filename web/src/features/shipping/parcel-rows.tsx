import type { Label } from '@longshore/contract';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconCheck, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useMeasure, useSizes } from '../../lib/measure.ts';
import { translateReason, useText } from '../../lib/text/text.ts';
import { isTaken, type LabelParcel, type Sizes } from './label-state.ts';
import css from './shipping.module.css';

export type ParcelRow = LabelParcel & { label: Label | undefined };

interface RowsProps {
  rows: readonly ParcelRow[];
  chosen: readonly ParcelRow[];
  isBusy: boolean;
  onToggle: (id: number) => void;
  onSizes: (id: number, sizes: Sizes) => void;
}

/** The cartons, those with a label done. Their sizes can be typed over for the rates. */
export function ParcelRows({ rows, chosen, isBusy, onToggle, onSizes }: RowsProps) {
  const t = useText();
  const format = useFormat();
  const [isEditing, setEditing] = useState(false);
  const canEdit = rows.some(({ label }) => !isTaken(label));
  return (
    <div>
      <div className={css.partHead}>
        <h3 className={css.partTitle}>
          {t('labels.cartons')} <span className={css.count}>{format.number(rows.length)}</span>
        </h3>
        {canEdit && (
          <Button
            variant="subtle"
            size="xs"
            disabled={isBusy}
            leftSection={<IconPencil size={14} stroke={1.7} aria-hidden />}
            onClick={() => setEditing(!isEditing)}
          >
            {t(isEditing ? 'labels.doneSizes' : 'labels.editSizes')}
          </Button>
        )}
      </div>
      <ul className={css.parcels}>
        {rows.map((row, at) => (
          <Parcel
            key={row.container_id}
            row={row}
            name={row.own_number || format.number(at + 1)}
            isChosen={chosen.some(({ container_id }) => container_id === row.container_id)}
            isBusy={isBusy}
            onToggle={onToggle}
            onSizes={isEditing && !isTaken(row.label) ? onSizes : undefined}
          />
        ))}
      </ul>
    </div>
  );
}

interface ParcelProps extends Pick<RowsProps, 'isBusy' | 'onToggle'> {
  row: ParcelRow;
  name: string;
  isChosen: boolean;
  onSizes: RowsProps['onSizes'] | undefined;
}

function Parcel({ row, name, isChosen, isBusy, onToggle, onSizes }: ParcelProps) {
  const t = useText();
  const sizes = useSizes();
  const taken = isTaken(row.label);
  return (
    <li>
      <div className={css.parcel}>
        {taken ? (
          <span className={css.done} data-asked={row.label?.state === 'asked' || undefined} aria-hidden>
            {row.label?.state === 'bought' && <IconCheck size={12} stroke={2.4} />}
          </span>
        ) : (
          <Checkbox
            size="xs"
            checked={isChosen}
            disabled={isBusy}
            aria-label={t('labels.include', { name })}
            onChange={() => onToggle(row.container_id)}
          />
        )}
        <b>{t('labels.carton', { name })}</b>
        {!onSizes && <span className={css.parcelSize}>{sizes.sides(row)}</span>}
        {!onSizes && <span className={css.parcelWeight}>{sizes.weight(row)}</span>}
        <ParcelState row={row} />
      </div>
      {onSizes && <SizeInputs row={row} name={name} onSizes={onSizes} />}
      <ParcelProblem row={row} />
    </li>
  );
}

function ParcelState({ row: { label, full } }: { row: ParcelRow }) {
  const t = useText();
  const format = useFormat();
  if (label?.state === 'bought') return <span className={css.good}>{t('labels.hasLabel')}</span>;
  if (label?.is_unknown) return <span className={css.amber}>{t('labels.states.unknown')}</span>;
  if (label?.state === 'asked') return <span className={css.muted}>{t('labels.isAsked')}</span>;
  if (full === null) return null;
  return <span className={css.muted}>{t('labels.full', { percent: format.percent(full / 100, 0) })}</span>;
}

/** What the carrier said of this carton, or that it is being asked. */
function ParcelProblem({ row: { label } }: { row: ParcelRow }) {
  const t = useText();
  if (label?.is_unknown)
    return <p className={css.amberLine}>{t('labels.askingUnknown', { carrier: label.carrier })}</p>;
  if (label?.state !== 'refused' || !label.problem) return null;
  return (
    <p className={css.badLine} role="alert">
      {translateReason(t, label.problem_key, label.problem)}
    </p>
  );
}

const SIZES = ['length', 'width', 'height', 'weight'] as const;

/** Rates are asked for again when a field is left, not at every key. */
function SizeInputs({ row, name, onSizes }: { row: ParcelRow; name: string; onSizes: RowsProps['onSizes'] }) {
  const t = useText();
  const measure = useMeasure();
  const { length, width, height, weight } = row;
  const change = (side: (typeof SIZES)[number], text: string) => {
    const value = Number(text.trim().replace(',', '.'));
    if (!(value > 0) || value === row[side]) return;
    const sizes: Sizes = { length, width, height, weight };
    sizes[side] = value;
    onSizes(row.container_id, sizes);
  };
  return (
    <div className={css.sizes}>
      {SIZES.map((side) => (
        <TextInput
          key={side}
          size="xs"
          autoComplete="off"
          inputMode="decimal"
          aria-label={t('labels.sizeOf', { side: t(`configurations.${side}`), name })}
          rightSection={<span className={css.unit}>{side === 'weight' ? measure.weight : measure.length}</span>}
          defaultValue={String(row[side])}
          onBlur={({ currentTarget }) => change(side, currentTarget.value)}
        />
      ))}
    </div>
  );
}
