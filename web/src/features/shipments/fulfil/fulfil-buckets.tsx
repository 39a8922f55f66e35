import type { BucketFound, FulfilmentLine, Shipment } from '@longshore/contract';
import { UnstyledButton } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { useField } from '../../../ui/form/fields.tsx';
import type { FieldOf } from '../../../ui/form/use-record-form.ts';
import { Mono } from '../../../ui/mono.tsx';
import { FoundSelect, type useSearchText } from './found-select.tsx';
import css from './fulfil.module.css';
import { type LineFacts, leftOf } from './fulfil-scans.ts';
import type { FulfilScan } from './use-fulfil-scan.ts';

const BUCKETS_SHOWN = 4;

interface BucketsProps {
  run: FulfilScan;
  line: FulfilmentLine;
  facts: LineFacts & { isFetching: boolean };
  direction: Shipment['direction'];
}

/** The buckets that the line can take, outbound with where they are; a tap stands for scanning one of their serials. */
export function Buckets({ run, line, facts, direction }: BucketsProps) {
  const t = useText();
  const { buckets, isFetching } = facts;
  const left = leftOf(line);
  const fitting = buckets.filter(({ units }) => units <= left);
  const larger = buckets.length - fitting.length;
  const more = fitting.length - BUCKETS_SHOWN;
  if (buckets.length === 0)
    return isFetching ? null : <p className={css.muted}>{t(`fulfilment.noBuckets.${direction}`)}</p>;
  const take = ({ id, lead }: BucketFound) =>
    run.tap({ lineId: line.id, isChosen: true, bucketId: id, serial: lead }, lead);
  return (
    <section>
      <h3 className={css.subhead}>{t(`fulfilment.buckets.${direction}`)}</h3>
      <ul className={css.places} aria-label={t(`fulfilment.buckets.${direction}`)}>
        {fitting.slice(0, BUCKETS_SHOWN).map((bucket) => (
          <li key={bucket.id}>
            <UnstyledButton className={css.place} onClick={() => take(bucket)}>
              <BucketText bucket={bucket} isOutbound={direction === 'outbound'} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={css.muted}>{t('fulfilment.moreBuckets', { count: more })}</p>}
      {larger > 0 && <p className={css.muted}>{t(`fulfilment.largerBuckets.${direction}`, { count: larger })}</p>}
    </section>
  );
}

function BucketText({ bucket, isOutbound }: { bucket: BucketFound; isOutbound: boolean }) {
  const t = useText();
  const format = useFormat();
  const { lead, units, license, location, lot } = bucket;
  return (
    <>
      <span className={css.plate}>
        <Mono>{lead}</Mono>
      </span>
      <span className={css.where}>
        {isOutbound && !license && <span>{t('fulfilment.noPlate')}</span>}
        {isOutbound && license && (
          <span>
            <Mono>{license}</Mono> <IconMapPin size={14} stroke={1.7} aria-hidden />{' '}
            {location ? <Mono>{location}</Mono> : t('fulfilment.nowhere')}
          </span>
        )}
        {lot && <Mono>{lot}</Mono>}
      </span>
      <span className={css.there}>
        <b>{format.number(units)}</b>
        <span>{t('fulfilment.inBucket')}</span>
      </span>
    </>
  );
}

type BucketSelectProps = FieldOf<number> & {
  facts: BucketsProps['facts'];
  search: ReturnType<typeof useSearchText>;
  /** A bucket is taken as a whole: its quantity, and outbound its place, are those of the fulfilment. */
  onChoose: (bucket: BucketFound) => void;
};

/** The bucket of a fulfilment by hand, found by its lead or by any of its serials. */
export function BucketSelect({ facts, search, onChoose, ...field }: BucketSelectProps) {
  const t = useText();
  const { buckets, isFetching } = facts;
  const { frame, input } = useField({ ...field, required: true, label: 'fulfilment.bucket', span: 12 });
  return frame(
    <FoundSelect
      {...input}
      search={search}
      isFetching={isFetching}
      nothing={t('fulfilment.noBucketFound')}
      found={buckets.map(({ id, lead, units, license }) => ({
        value: String(id),
        label: [lead, t('fulfilment.bucketUnits', { count: units }), license].filter(Boolean).join(' · '),
      }))}
      value={field.value ? String(field.value) : null}
      onChoose={(id) => {
        const bucket = buckets.find((one) => String(one.id) === id);
        if (bucket) onChoose(bucket);
      }}
    />,
  );
}
