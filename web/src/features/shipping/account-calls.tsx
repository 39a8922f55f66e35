import type { CompanyAccountCall, CompanyPartnerSlug } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { describeReadFailure } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { LineTable, TwoLines } from '../../ui/detail/line-table.tsx';
import { useChannelTimes } from '../channels/index.ts';
import { accountCalls } from './partner-calls.ts';
import css from './shipping.module.css';

const SHOWN = 10;
const REFUSED = 400;

/** The last calls to the partner of an account; they are read when somebody wants to see them. */
export function AccountCalls({ slug, name }: { slug: CompanyPartnerSlug; name: string }) {
  const t = useText();
  const [isShown, setShown] = useState(false);
  const { data, error } = useRead(accountCalls[slug].calls, {}, { enabled: isShown });
  return (
    <div>
      <Button variant="subtle" size="xs" className={css.flush} onClick={() => setShown(!isShown)}>
        {t(isShown ? 'labels.accounts.hideCalls' : 'labels.accounts.showCalls')}
      </Button>
      {isShown && error && <p className={css.none}>{describeReadFailure(error, t).sentence}</p>}
      {isShown && data?.length === 0 && <p className={css.none}>{t('labels.accounts.noCalls')}</p>}
      {isShown && data && data.length > 0 && <CallTable calls={data.slice(0, SHOWN)} name={name} />}
    </div>
  );
}

function CallTable({ calls, name }: { calls: readonly CompanyAccountCall[]; name: string }) {
  const t = useText();
  const format = useFormat();
  const { clock } = useChannelTimes();
  return (
    <LineTable
      label={t('labels.accounts.callsOf', { name })}
      dense
      rows={[...calls]}
      rowKey={({ id }) => id}
      columns={[
        { header: 'integrations.calls.at', noWrap: true, render: ({ created_at }) => clock(created_at) },
        {
          header: 'integrations.calls.subject',
          long: true,
          render: ({ subject, problem }) => <TwoLines first={subject} second={problem} />,
        },
        {
          header: 'integrations.calls.status',
          right: true,
          narrow: 'end',
          render: ({ status }) => (
            <span className={status === 0 || status >= REFUSED ? css.bad : css.good}>
              {status || t('integrations.calls.noAnswer')}
            </span>
          ),
        },
        {
          header: 'integrations.calls.took',
          right: true,
          render: ({ ms }) => t('integrations.calls.ms', { ms: format.number(ms) }),
        },
      ]}
    />
  );
}
