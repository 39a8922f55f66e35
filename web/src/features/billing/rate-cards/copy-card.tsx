import { api, type CopiedCard } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { refresh, useRead, useWrite } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { toast } from '../../../lib/toast.ts';
import { LineTable } from '../../../ui/detail/line-table.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { DayInput } from '../../../ui/form/day-field.tsx';
import { listAddress } from '../../../ui/list/list-address.ts';
import { Tag } from '../../../ui/tag.tsx';
import { ACTIVITIES } from '../billing-words.ts';
import css from '../statements/statements.module.css';
import { ClientChoice } from './client-choice.tsx';

/** Copies the activities of a client to another one; names that exist there are left out, and shown before. */
export function CopyCard({ clientId }: { clientId: number }) {
  const t = useText();
  const { can } = useSession();
  const [to, setTo] = useState(0);
  const [day, setDay] = useState('');
  const body = { from_client_id: clientId, to_client_id: to, ...(day ? { valid_from: day } : {}) };
  const isChosen = to > 0 && to !== clientId;
  const read = useRead(api.rateCards.previewCopy, { body }, { enabled: isChosen, staleTime: 0 });
  const copy = useWrite(api.rateCards.copy, {
    onSuccess: () => {
      toast({ id: 'rate card', message: t('billing.rateCards.copied', { count: fresh(read.data) }) });
      void refresh(api.rateCards.previewCopy);
      void refresh(api.billingActivities.list);
    },
  });
  return (
    <>
      <p className={css.lead}>{t('billing.rateCards.copyHint')}</p>
      <div className={css.form}>
        <ClientChoice label="billing.rateCards.to" pick={setTo} />
        <DayInput
          label={t('billing.activities.validFrom')}
          description={t('billing.rateCards.dayHint')}
          value={day}
          onDay={setDay}
        />
        {can(api.rateCards.copy.access) && (
          <Button
            disabled={!isChosen || copy.isPending || fresh(read.data) === 0}
            onClick={() => copy.mutate({ body })}
          >
            {t('billing.rateCards.copy', { count: fresh(read.data) })}
          </Button>
        )}
      </div>
      {isChosen ? (
        <Loaded read={read} inPage backTo={listAddress(ACTIVITIES)}>
          {(card) => <Preview card={card} />}
        </Loaded>
      ) : (
        <EmptyState title={t('billing.rateCards.chooseTo')} />
      )}
    </>
  );
}

/** Activities that the other client does not have. */
const fresh = (card: CopiedCard | undefined) => card?.activities.filter(({ exists }) => !exists).length ?? 0;

function Preview({ card }: { card: CopiedCard }) {
  const t = useText();
  const format = useFormat();
  if (!card.activities.length) return <EmptyState title={t('billing.rateCards.noRates')} />;
  return (
    <LineTable
      label={t('billing.rateCards.preview')}
      dense
      rows={card.activities}
      rowKey={({ name }) => name}
      columns={[
        { header: 'billing.activities.name', long: true, render: ({ name }) => name },
        { header: 'billing.activities.charge', width: 150, render: ({ charge }) => charge },
        {
          header: 'billing.activities.items',
          long: true,
          render: ({ items }) => items.map(({ name, rate }) => `${name} ${format.money(rate)}`).join(', ') || '–',
        },
        {
          header: 'billing.rateCards.outcome',
          noWrap: true,
          width: 170,
          render: ({ exists }) => (
            <Tag tone={exists ? 'caution' : 'plain'}>
              {t(exists ? 'billing.rateCards.existsThere' : 'billing.rateCards.isNew')}
            </Tag>
          ),
        },
      ]}
    />
  );
}
