import { api, type Bucket } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useWrite } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { translateMessage, useText } from '../../../lib/text/text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { forgetBuckets, refreshBucket, rememberBucket } from './serial-cache.ts';
import { SerialChips } from './serial-chips.tsx';
import { SerialScan } from './serial-scan.tsx';
import css from './serials.module.css';

interface SplitProps {
  bucket: Bucket;
  onSplit: (part: Bucket) => void;
  onClose: () => void;
}

/** Splits the bucket. On failure it is refreshed: somebody else may have changed it. */
function useSplit(bucket: Bucket, onSplit: (part: Bucket) => void) {
  const t = useText();
  const [refusal, setRefusal] = useState<string>();
  const refreshAfterFailure = () => void refreshBucket(bucket.id);
  const split = useWrite(api.serials.split, {
    onSuccess: (part) => {
      rememberBucket(part);
      refreshAfterFailure();
      onSplit(part);
    },
    onFailure: (failure) => {
      forgetBuckets();
      refreshAfterFailure();
      const [key] = Object.values(failure.keys ?? {})[0] ?? [];
      if (failure.status !== 422 || !key) return false;
      setRefusal(translateMessage(t, key));
      return true;
    },
  });
  return { split, refusal };
}

/** Moves selected serials into a new bucket, by scanning or clicking them. */
export function SplitDialog({ bucket, onSplit, onClose }: SplitProps) {
  const t = useText();
  const format = useFormat();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { split, refusal } = useSplit(bucket, onSplit);
  // Scans follow each other faster than they are rendered.
  const latest = useRef(chosen);
  const toggle = (id: number) => {
    const next = new Set(latest.current);
    if (!next.delete(id)) next.add(id);
    latest.current = next;
    setChosen(next);
  };
  const scan = (text: string) => {
    const found = bucket.serials.find(({ serial }) => serial.toLowerCase() === text.toLowerCase());
    if (!found) return { good: false, message: t('messages.SerialIsUnknown', { n: text }) };
    if (latest.current.has(found.id))
      return { good: false, message: t('serials.alreadyChosen', { serial: found.serial }) };
    toggle(found.id);
    return { good: true, message: t('serials.chosenOne', { serial: found.serial }) };
  };
  const all = bucket.serials.length;
  const serials = bucket.serials.filter(({ id }) => chosen.has(id)).map(({ serial }) => serial);
  const fits = serials.length > 0 && serials.length < all;
  return (
    <Dialog
      title={t('serials.splitOf', { lead: bucket.lead })}
      size={760}
      closeOnClickOutside={false}
      grows
      onClose={onClose}
    >
      <SerialScan label={t('serials.scanToSplit')} hint={t('serials.splitHint')} autoFocus onScan={scan} />
      <p className={css.count} aria-live="polite">
        <b>{format.number(serials.length)}</b> {t('serials.chosenOf', { all: format.number(all) })}
        {serials.length === all && <span className={css.wrong}> {t('messages.SplitLeavesSome')}</span>}
      </p>
      {refusal && (
        <p role="alert" className={css.wrong}>
          {refusal}
        </p>
      )}
      <div className={css.scroll}>
        <SerialChips
          label={t('serials.serials')}
          chips={bucket.serials.map(({ id, serial }) => ({ key: id, serial }))}
          chosen={({ key }) => chosen.has(Number(key))}
          onPick={({ key }) => toggle(Number(key))}
        />
      </div>
      <div className={css.foot}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          disabled={!fits || split.isPending}
          onClick={() => split.mutate({ params: { id: bucket.id }, body: { serials } })}
        >
          {t('serials.splitOff', { count: serials.length })}
        </Button>
      </div>
    </Dialog>
  );
}
