import type { LotFound } from '@longshore/contract';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { DayField } from '../../../ui/form/day-field.tsx';
import { TextField, useField } from '../../../ui/form/fields.tsx';
import type { RecordForm } from '../../../ui/form/use-record-form.ts';
import { FoundSelect, type useSearchText } from './found-select.tsx';

/** The values of the form that name a lot; one that is not chosen is 0. */
interface LotDraft {
  lotId: number;
  newLot: string;
  expire: string | null;
}

interface LotFieldsProps {
  form: Pick<RecordForm<LotDraft>, 'values' | 'set' | 'field'>;
  lots: readonly LotFound[];
  isInbound: boolean;
  isFetching: boolean;
  search: ReturnType<typeof useSearchText>;
}

/** An existing lot, or inbound a new one with its expiry: choosing one clears the other. */
export function LotFields({ form, lots, isInbound, isFetching, search }: LotFieldsProps) {
  const t = useText();
  const format = useFormat();
  const field = form.field('lotId');
  const { frame, input } = useField({ ...field, required: false, label: 'fulfilment.lot', span: 6 });
  const labelOf = ({ lot, expire, quantity }: LotFound) =>
    [lot, expire && t('fulfilment.expires', { date: format.date(expire) }), format.number(quantity)]
      .filter(Boolean)
      .join(' · ');
  return (
    <>
      {frame(
        <FoundSelect
          {...input}
          search={search}
          isFetching={isFetching}
          nothing={t('fulfilment.noLotFound')}
          fixed={[{ value: '0', label: t('fulfilment.noLot') }]}
          found={lots
            // Outbound, the lots of a plate are few and all here.
            .filter(({ lot }) => lot.toLowerCase().includes(search.text.toLowerCase()))
            .map((lot) => ({ value: String(lot.id), label: labelOf(lot) }))}
          value={String(field.value)}
          onChoose={(id) => form.set(Number(id) > 0 ? { lotId: Number(id), newLot: '', expire: null } : { lotId: 0 })}
        />,
      )}
      {isInbound && (
        <>
          <TextField
            {...form.field('newLot')}
            set={(newLot) => form.set({ newLot, ...(newLot ? { lotId: 0 } : {}) })}
            label="fulfilment.newLot"
            hint="fulfilment.newLotHint"
            span={6}
            mono
          />
          <DayField {...form.field('expire')} label="fulfilment.expire" span={6} disabled={!form.values.newLot} />
        </>
      )}
    </>
  );
}
