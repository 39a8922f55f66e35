import { api, type Bucket, BucketInput, INCREMENT_MAX, type Inventory, namesItem } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { z } from 'zod';
import { useWrite } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { type Translate, translateMessage, useText } from '../../../lib/text/text.ts';
import { FieldGroup, FormPage } from '../../../ui/form/form-page.tsx';
import { handledByForm, type Problem, type RecordForm, useRecordForm } from '../../../ui/form/use-record-form.ts';
import { listAddress } from '../../../ui/list/list-address.ts';
import { Mono } from '../../../ui/mono.tsx';
import { useGo } from '../../../ui/route-link.tsx';
import { ItemPicker } from '../../inventory/index.ts';
import { ClientField } from '../../records/index.ts';
import { GenerateFields } from './generate-fields.tsx';
import { rememberBucket } from './serial-cache.ts';
import { type Chip, SerialChips } from './serial-chips.tsx';
import { SerialScan } from './serial-scan.tsx';
import { bucketPath, bucketsPath } from './serial-words.ts';
import css from './serials.module.css';

/** An empty increment (0) means 1. */
const NewBucketInput = BucketInput.extend({ increment: z.number().int('NotAWholeNumber').min(0).max(INCREMENT_MAX) });
type BucketForm = RecordForm<BucketInput>;

/** Creates a bucket; existing ones are edited on their own page. */
export function SerialForm() {
  const t = useText();
  const go = useGo();
  const create = useWrite(api.serials.create, handledByForm);
  const form: BucketForm = useRecordForm({
    draft: 'bucket new',
    schema: NewBucketInput,
    initial: { inventory_id: 0, lead: '', increment: 1, units: 0, serials: [] as string[] },
    save: (body) => create.mutateAsync({ body: { ...body, increment: body.increment || 1 } }),
    refusedInline: true,
    onSaved: (bucket: Bucket) => {
      rememberBucket(bucket);
      go(bucketPath(bucket.id, 'view'));
    },
  });
  const list = listAddress(bucketsPath);
  return (
    <FormPage
      form={{ ...form, problems: firstProblems(form.problems, t) }}
      title={t('serials.make')}
      crumbs={[{ label: t('shell.operation') }, { label: t('serials.many'), href: list }, { label: t('serials.make') }]}
      leaveTo={list}
    >
      <ItemGroup form={form} />
      <GenerateFields form={form} />
      <ScanGroup form={form} />
    </FormPage>
  );
}

const PROBLEMS_MAX = 5;

/** Every serial of a delivery may be a duplicate: lists the first few problems; all are marked on their chips. */
function firstProblems(problems: readonly Problem[], t: Translate): Problem[] {
  const ofSerials = problems.filter(({ field }) => /-serials\.\d+$/.test(field));
  if (ofSerials.length <= PROBLEMS_MAX) return [...problems];
  const more = t('serials.moreMarked', { count: ofSerials.length - PROBLEMS_MAX });
  return [
    ...problems.filter((problem) => !ofSerials.slice(PROBLEMS_MAX).includes(problem)),
    { field: 'more', label: undefined, message: more },
  ];
}

const scanOf = ({ id }: BucketForm) => `${id}-scan`;

/** Client and item; by default the working client. */
function ItemGroup({ form }: { form: BucketForm }) {
  const t = useText();
  const { user } = useSession();
  const [clientId, setClientId] = useState(user.working_client?.id ?? 0);
  const [item, setItem] = useState<Inventory>();
  const [refused, setRefused] = useState('');
  const field = form.field('inventory_id');
  field.registerLabel('serials.item');
  const choose = (chosen: Inventory | undefined) => {
    setItem(chosen);
    setRefused('');
    form.set({ inventory_id: chosen?.id ?? 0 });
  };
  const { error } = field;
  return (
    <FieldGroup title="serials.item">
      <ClientField
        id={`${form.id}-client`}
        value={clientId}
        set={(id) => {
          setClientId(id ?? 0);
          choose(undefined);
        }}
        error={undefined}
        required={false}
        registerLabel={() => {}}
        label="serials.client"
        span={6}
        company={user.working_client?.company}
      />
      <div className={css.half}>
        {item ? (
          <div className={css.picked}>
            <span className={css.pickedLabel}>{t('serials.item')}</span>
            <Mono>{item.sku}</Mono>
            <span>{item.name}</span>
            <Button variant="subtle" size="xs" onClick={() => choose(undefined)}>
              {t('serials.otherItem')}
            </Button>
          </div>
        ) : (
          <ItemPicker
            label="serials.item"
            kits={false}
            clientId={clientId}
            autoFocus
            id={field.id}
            error={error && !refused ? translateMessage(t, error) : undefined}
            onPick={({ inventory }) => {
              if (inventory.config.serial !== 1) return setRefused(`ItemHasNoSerials:${inventory.sku}`);
              const finder = document.getElementById(field.id);
              const text = finder instanceof HTMLInputElement ? finder.value : '';
              const { sku, upc, barcode_1, barcode_2 } = inventory;
              const isNext = !namesItem(text, [sku, upc, barcode_1, barcode_2].filter(Boolean));
              flushSync(() => choose(inventory));
              // The finder is gone; a serial that was half scanned into it goes on in its own field.
              const scan = document.getElementById(scanOf(form));
              if (!(scan instanceof HTMLInputElement) || finder?.isConnected) return;
              scan.focus();
              if (isNext) scan.value = text;
            }}
          />
        )}
        {refused && (
          <p role="alert" className={css.alert}>
            {translateMessage(t, refused)}
          </p>
        )}
      </div>
    </FieldGroup>
  );
}

/** The number of units follows the scans, unless a larger number was entered. */
const unitsAfter = (units: number, before: number, after: number) =>
  units === before || units < after ? after : units;

function ScanGroup({ form }: { form: BucketForm }) {
  const t = useText();
  const format = useFormat();
  const { serials, units } = form.values;
  const field = form.field('serials');
  field.registerLabel('serials.serials');
  const problems = new Map(form.problems.map(({ field: at, message }) => [at, message]));
  const chips = serials.map((serial, place): Chip => {
    const problem = problems.get(`${form.id}-serials.${place}`);
    return { key: serial, serial, problem: problem && translateMessage(t, problem) };
  });
  const put = (next: string[]) => {
    const { serials: before, units: asked } = form.current();
    form.set({ serials: next, units: unitsAfter(asked, before.length, next.length) });
  };
  const scan = (serial: string) => {
    // Scans follow each other faster than they are rendered.
    const { serials } = form.current();
    if (serials.some((known) => known.toLowerCase() === serial.toLowerCase()))
      return { good: false, message: translateMessage(t, `SerialIsRepeated:${serial}`) };
    put([...serials, serial]);
    return { good: true, message: t('serials.scannedOne', { serial, count: serials.length + 1 }) };
  };
  return (
    <FieldGroup title="serials.serials">
      <SerialScan id={scanOf(form)} label={t('serials.scan')} hint={t('serials.scanHint')} onScan={scan} />
      <div className={css.fullWidth}>
        {serials.length > 0 && (
          <p className={css.count}>
            <b>{format.number(serials.length)}</b> {t('serials.ofUnits', { all: format.number(units) })}
          </p>
        )}
        {field.error && <p className={css.wrong}>{translateMessage(t, field.error)}</p>}
        {chips.some(({ problem }) => problem) && (
          <Button
            variant="default"
            size="xs"
            mb={8}
            onClick={() => put(serials.filter((_, place) => !chips[place]?.problem))}
          >
            {t('serials.removeMarked')}
          </Button>
        )}
        <SerialChips
          label={t('serials.serials')}
          chips={chips}
          onRemove={(_, place) => put(serials.filter((_serial, at) => at !== place))}
        />
      </div>
    </FieldGroup>
  );
}
