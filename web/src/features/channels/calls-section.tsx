import { api, type ChannelCall, type Integration } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Section } from '../../ui/detail/detail-page.tsx';
import { LineTable, TwoLines } from '../../ui/detail/line-table.tsx';
import { Mono } from '../../ui/mono.tsx';
import { Pages } from '../../ui/pages.tsx';
import { useChannelTimes } from './channel-times.ts';
import css from './channels.module.css';

const SHOWN = 5;
const PER_PAGE = 30;

/** Calls to the partner, newest first. */
export function CallsSection({ integration }: { integration: Integration }) {
  const t = useText();
  const format = useFormat();
  const [showsAll, setShowsAll] = useState(false);
  const [page, setPage] = useState(1);
  const { data } = useRead(api.integrations.calls, {
    query: {
      on_page: showsAll ? page : 1,
      per_page: showsAll ? PER_PAGE : SHOWN,
      filter_by: { integration_id: [String(integration.id)] },
    },
  });
  const total = data?.total ?? 0;
  const count = data?.total_is_minimum ? `${format.number(total)}+` : format.number(total);
  const toggle = () => {
    setShowsAll(!showsAll);
    setPage(1);
  };
  return (
    <Section
      title={t('integrations.calls.title')}
      action={
        <div className={css.sectionTools}>
          <span className={css.promise}>{t('integrations.calls.kept')}</span>
          {(showsAll || total > SHOWN) && (
            <Button variant="subtle" size="xs" onClick={toggle}>
              {showsAll ? t('integrations.calls.fewer') : t('integrations.calls.all', { count })}
            </Button>
          )}
        </div>
      }
    >
      {data?.records.length === 0 && <p className={css.none}>{t('integrations.calls.none')}</p>}
      {data && data.records.length > 0 && <CallTable calls={data.records} />}
      {showsAll && total > PER_PAGE && (
        <Pages page={page} pages={Math.ceil(total / PER_PAGE)} onPage={setPage} mt="md" />
      )}
    </Section>
  );
}

function CallTable({ calls }: { calls: ChannelCall[] }) {
  const t = useText();
  const format = useFormat();
  const { clock } = useChannelTimes();
  return (
    <LineTable
      label={t('integrations.calls.title')}
      dense
      rows={calls}
      rowKey={({ id }) => id}
      columns={[
        { header: 'integrations.calls.at', noWrap: true, render: ({ created_at }) => clock(created_at) },
        {
          header: 'integrations.calls.subject',
          long: true,
          render: ({ subject, problem }) => (
            <TwoLines
              first={
                <span className={css.clamped} title={subject}>
                  {subject}
                </span>
              }
              second={problem}
            />
          ),
        },
        { header: 'integrations.calls.status', right: true, narrow: 'end', render: (call) => <Status call={call} /> },
        {
          header: 'integrations.calls.took',
          right: true,
          render: ({ ms }) => t('integrations.calls.ms', { ms: format.number(ms) }),
        },
        {
          header: 'integrations.calls.request',
          right: true,
          render: ({ request_id }) => (
            <span className={css.request} title={request_id}>
              <Mono>{request_id || '–'}</Mono>
            </span>
          ),
        },
      ]}
    />
  );
}

const REFUSED = 400;

function Status({ call: { status } }: { call: ChannelCall }) {
  const t = useText();
  if (status === 0) return <span className={css.bad}>{t('integrations.calls.noAnswer')}</span>;
  return <span className={status >= REFUSED ? css.bad : css.good}>{status}</span>;
}
