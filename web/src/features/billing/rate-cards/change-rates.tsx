import { api, type ChangedRate, Percent, type RateChange } from '@longshore/contract';
import { Button, Checkbox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { refresh, useRead, useWrite } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { toast } from '../../../lib/toast.ts';
import { LineTable, TwoLines } from '../../../ui/detail/line-table.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { DayInput } from '../../../ui/form/day-field.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { listAddress } from '../../../ui/list/list-address.ts';
import { Select } from '../../../ui/select.tsx';
import { ACTIVITIES } from '../billing-words.ts';
import css from '../statements/statements.module.css';
import { PercentInput } from './percent-input.tsx';
import { percentIn } from './rate-card-words.ts';

const TYPING_MS = 300;

const keyOf = ({ activity_id, item_id }: ChangedRate) => `${activity_id} ${item_id}`;

/** Applies the change; the preview is then what follows from it. */
function useChange(onChanged: () => void) {
  const t = useText();
  return useWrite(api.rateCards.change, {
    onSuccess: ({ rates }) => {
      const count = rates.filter(({ is_excepted }) => !is_excepted).length;
      toast({ id: 'rate card', message: t('billing.rateCards.changed', { count }) });
      onChanged();
      void refresh(api.rateCards.previewChange);
      void refresh(api.billingActivities.get);
      void refresh(api.billingActivities.list);
    },
    onFailure: () => {
      void refresh(api.rateCards.previewChange);
      return false;
    },
  });
}

/** Changes all rates of a client by a percentage from a day on; what will be written is shown first. */
export function ChangeRates({ clientId }: { clientId: number }) {
  const t = useText();
  const [percent, setPercent] = useState('');
  const [day, setDay] = useState('');
  const [decimals, setDecimals] = useState<2 | 4>(4);
  const [excepted, setExcepted] = useState<string[]>([]);
  const [settled] = useDebouncedValue(percentIn(percent), TYPING_MS);
  const isValid = Percent.safeParse(settled).success;
  const except = excepted.map((key) => {
    const [activity_id = 0, item_id = 0] = key.split(' ').map(Number);
    return { activity_id, item_id };
  });
  const body = {
    client_id: clientId,
    percent: isValid ? settled : '0',
    decimals,
    except,
    ...(day ? { valid_from: day } : {}),
  };
  const read = useRead(api.rateCards.previewChange, { body }, { keepPrevious: true, staleTime: 0 });
  const change = useChange(() => {
    setPercent('');
    setExcepted([]);
  });
  const isBegun = percent.trim() !== '' || excepted.length > 0;
  const isCurrent = percentIn(percent) === settled && !read.isPlaceholderData && !read.isFetching;
  return (
    <>
      <LeaveGuard form={{ dirty: isBegun, wouldLose: () => isBegun }} />
      <p className={css.lead}>{t('billing.rateCards.changeHint')}</p>
      <div className={css.form}>
        <PercentInput value={percent} set={setPercent} />
        <DayInput
          label={t('billing.activities.validFrom')}
          description={t('billing.rateCards.dayHint')}
          value={day}
          onDay={setDay}
        />
        <Select
          label={t('billing.rateCards.decimals')}
          description={t('billing.rateCards.decimalsHint')}
          data={[
            { value: '4', label: t('billing.rateCards.fourDecimals') },
            { value: '2', label: t('billing.rateCards.cents') },
          ]}
          value={String(decimals)}
          onChange={(value) => setDecimals(value === '2' ? 2 : 4)}
        />
        <Button
          disabled={!isValid || Number(settled) === 0 || !isCurrent || change.isPending || !read.data?.rates.length}
          onClick={() => read.data && change.mutate({ body: { ...body, stamp: read.data.stamp } })}
        >
          {t('billing.rateCards.apply')}
        </Button>
      </div>
      <Loaded read={read} inPage backTo={listAddress(ACTIVITIES)}>
        {(preview) => (
          <Preview
            preview={preview}
            toggle={(key, isIncluded) =>
              setExcepted((keys) => (isIncluded ? keys.filter((each) => each !== key) : [...keys, key]))
            }
            isExcepted={(key) => excepted.includes(key)}
          />
        )}
      </Loaded>
    </>
  );
}

interface PreviewProps {
  preview: RateChange;
  toggle: (key: string, isIncluded: boolean) => void;
  isExcepted: (key: string) => boolean;
}

function Preview({ preview, toggle, isExcepted }: PreviewProps) {
  const t = useText();
  const format = useFormat();
  if (!preview.rates.length) return <EmptyState title={t('billing.rateCards.noRates')} />;
  return (
    <LineTable
      label={t('billing.rateCards.preview')}
      dense
      rows={preview.rates}
      rowKey={(rate) => `${keyOf(rate)} ${rate.valid_from}`}
      columns={[
        {
          header: 'billing.activities.item',
          long: true,
          render: (rate) => (
            <Checkbox
              label={<TwoLines first={rate.item} second={`${rate.activity} · ${rate.charge}`} />}
              checked={!isExcepted(keyOf(rate))}
              onChange={(event) => toggle(keyOf(rate), event.currentTarget.checked)}
            />
          ),
        },
        { header: 'billing.items.uom', width: 100, render: ({ uom }) => uom || '–' },
        {
          header: 'billing.activities.validFrom',
          noWrap: true,
          width: 140,
          render: ({ valid_from }) => format.date(valid_from),
        },
        {
          header: 'billing.rateCards.oldRate',
          right: true,
          width: 130,
          render: ({ old_rate }) => format.money(old_rate),
        },
        {
          header: 'billing.rateCards.newRate',
          right: true,
          width: 130,
          render: ({ old_rate, new_rate }) =>
            new_rate === old_rate ? (
              <span className={css.muted}>{format.money(new_rate)}</span>
            ) : (
              <b>{format.money(new_rate)}</b>
            ),
        },
      ]}
    />
  );
}
