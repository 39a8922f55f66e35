import { api } from '@longshore/contract';
import { SegmentedControl } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useRead } from '../../../lib/api.ts';
import { useText } from '../../../lib/text/text.ts';
import { Allowed } from '../../../ui/allowed.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { listAddress } from '../../../ui/list/list-address.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { useGo } from '../../../ui/route-link.tsx';
import { ACTIVITIES } from '../billing-words.ts';
import css from '../statements/statements.module.css';
import { ChangeRates } from './change-rates.tsx';
import { ClientChoice } from './client-choice.tsx';
import { CopyCard } from './copy-card.tsx';
import { RATE_CARD_TABS, type RateCardTab, rateCardPath } from './rate-card-words.ts';
import { WhatIf } from './what-if.tsx';

const SCREENS = { change: ChangeRates, copy: CopyCard, 'what-if': WhatIf };

/** The rates of a client as a whole: changed by a percentage, copied to another client, or tried on a past month. */
export function RateCardPage() {
  const { clientId = '', tab = 'change' }: { clientId?: string; tab?: RateCardTab } = useParams({ strict: false });
  const id = Number(clientId);
  // Only this one, also when it is disabled or not among the first that the list shows.
  const read = useRead(api.clients.selector, { body: { search: '', ...(id > 0 ? { id } : {}) } });
  return (
    <Allowed access={api.rateCards.change.access} backTo={listAddress(ACTIVITIES)}>
      <Loaded read={read} backTo={listAddress(ACTIVITIES)}>
        {(clients) => (
          <RateCard client={{ id, company: clients.find((client) => client.id === id)?.company ?? '' }} tab={tab} />
        )}
      </Loaded>
    </Allowed>
  );
}

function RateCard({ client, tab }: { client: { id: number; company: string }; tab: RateCardTab }) {
  const t = useText();
  const go = useGo();
  const Screen = SCREENS[tab];
  return (
    <div className={css.page}>
      <PageHead
        title={client.company ? t('billing.rateCards.of', { company: client.company }) : t('billing.rateCards.many')}
        crumbs={[
          { label: t('navigation.billing') },
          { label: t('navigation.activities'), href: listAddress(ACTIVITIES) },
          { label: t('billing.rateCards.many') },
        ]}
      />
      <div className={css.form}>
        <ClientChoice
          key={client.id}
          label="billing.rateCards.client"
          client={client}
          pick={(id) => go(rateCardPath(id, tab))}
        />
        <SegmentedControl
          aria-label={t('billing.rateCards.many')}
          value={tab}
          data={RATE_CARD_TABS.map((value) => ({ value, label: t(`billing.rateCards.tabs.${value}`) }))}
          onChange={(value) => go(rateCardPath(client.id, value as RateCardTab))}
        />
      </div>
      {client.id > 0 ? (
        <Screen key={client.id} clientId={client.id} />
      ) : (
        <EmptyState title={t('billing.rateCards.chooseClient')} />
      )}
    </div>
  );
}
