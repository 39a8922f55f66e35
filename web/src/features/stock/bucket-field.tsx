import { api, type BucketChoice, type Inventory, SERIAL_MAX, type StockRow } from '@longshore/contract';
import { useState } from 'react';
import type { z } from 'zod';
import { call, useRead } from '../../lib/api.ts';
import { showFailure } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { useField } from '../../ui/form/fields.tsx';
import type { FieldOf } from '../../ui/form/use-record-form.ts';
import { playTone } from '../../ui/scan/scan-tone.ts';
import { TAKES_SCANS } from '../../ui/scan/text-fields.ts';
import { Select } from '../../ui/select.tsx';

/** The form values of the selected bucket: its id and its number of units. */
interface BucketValues {
  serialId: number | null;
  qty: number;
}

/** Makes the bucket required for serial-controlled items; other items have none. */
export const withRequiredBucket = <S extends z.ZodType<BucketValues>>(schema: S, { config }: Inventory) =>
  config.serial === 0
    ? schema
    : schema.refine(({ serialId }) => serialId !== null, { path: ['serialId'], message: 'BucketIsRequired' });

type BucketFieldProps = FieldOf<number | null> & {
  inventory: Inventory;
  /** The stock row that the bucket is on. */
  row: StockRow | undefined;
  /** A bucket moves as a unit, so selecting it also sets the quantity. */
  onChosen: (values: BucketValues) => void;
};

/** Selects a bucket on a stock row, by its lead or by scanning any serial in it. */
export function BucketField(props: BucketFieldProps) {
  const { inventory, row, value, onChosen } = props;
  const t = useText();
  const format = useFormat();
  const declared = { label: 'stock.bucket', hint: 'stock.bucketHint', span: 12, required: true } as const;
  const { frame, input } = useField({ ...props, ...declared });
  const [search, setSearch] = useState('');
  const [missed, setMissed] = useState('');
  const params = { id: inventory.id };
  const inputOf = (serial: string) => ({ params, query: { serial, ...(row ? { row: row.id } : {}) } });
  const { data: offered = [] } = useRead(api.serials.onHand, inputOf(''), { enabled: row !== undefined });
  const [scanned, setScanned] = useState<BucketChoice[]>([]);
  const buckets = [...offered, ...scanned.filter(({ id }) => !offered.some((known) => known.id === id))];
  const labelOf = ({ lead, units }: BucketChoice) => `${lead} · ${format.number(units)}`;

  const choose = (bucket: BucketChoice) => {
    setMissed('');
    onChosen({ serialId: bucket.id, qty: bucket.units });
  };
  // Options list buckets, not serials: a scanned serial is looked up, unless it matches a lead.
  const scan = async (serial: string, isPartOfLead: boolean) => {
    const [found] = await call(api.serials.onHand, inputOf(serial)).catch((error) => {
      showFailure(error);
      return [];
    });
    if (!found && isPartOfLead) return;
    playTone(found ? 'good' : 'bad');
    if (!found) return setMissed(serial);
    setScanned((known) => [...known, found]);
    // What is typed since then stays.
    setSearch((now) => (now.trim() === serial ? labelOf(found) : now));
    choose(found);
  };
  const scanTyped = (text: string) => {
    const isPartOfLead = buckets.some((bucket) => labelOf(bucket).toLowerCase().includes(text.toLowerCase()));
    void scan(text, isPartOfLead);
  };
  return frame(
    <Select
      {...input}
      error={missed ? t('stock.noBucketWith', { serial: missed }) : input.error}
      data={buckets.map((bucket) => ({ value: String(bucket.id), label: labelOf(bucket) }))}
      nothingFoundMessage={t('stock.scanBucket')}
      maxLength={SERIAL_MAX}
      data-mono
      {...TAKES_SCANS}
      data-autofocus
      value={value === null ? null : String(value)}
      searchValue={search}
      onSearchChange={(text) => {
        setSearch(text);
        setMissed('');
      }}
      onTyped={scanTyped}
      onChange={(id) => {
        const chosen = buckets.find((bucket) => String(bucket.id) === id);
        if (chosen) choose(chosen);
      }}
    />,
  );
}
