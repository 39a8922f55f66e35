import { api, type Statement } from '@longshore/contract';
import { Button, Tooltip } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useState } from 'react';
import { refresh, remember, useWrite } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { translateReason, useText } from '../../../lib/text/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { firstDay } from './statement-words.ts';

/** Shows a closed or reopened month without a second call. */
function rememberPeriod(statement: Statement): void {
  const { client, month } = statement;
  remember(api.billingStatements.get, { params: { clientId: client.id, month } }, statement);
  void refresh(api.billingStatements.list);
  void refresh(api.billingEntries.list);
}

/** Closes or reopens the month, after a question that names what is not billed. */
export function CloseButton({ statement }: { statement: Statement }) {
  const t = useText();
  const { can } = useSession();
  const [isAsking, setAsking] = useState(false);
  const { cannot_close, period } = statement;
  if (!can(api.billingPeriods.close.access)) return null;
  const Ask = period.is_closed ? Reopen : Close;
  const reason =
    period.is_closed || !cannot_close ? '' : translateReason(t, cannot_close.reason_key, cannot_close.reason);
  const Icon = period.is_closed ? IconLockOpen : IconLock;
  return (
    <>
      <Tooltip label={reason} disabled={!reason}>
        <Button
          variant={period.is_closed ? 'default' : 'filled'}
          leftSection={<Icon size={16} stroke={1.7} />}
          data-disabled={reason ? true : undefined}
          aria-disabled={reason ? true : undefined}
          onClick={() => !reason && setAsking(true)}
        >
          {t(period.is_closed ? 'billing.statement.reopen' : 'billing.statement.close')}
        </Button>
      </Tooltip>
      {isAsking && <Ask statement={statement} onClose={() => setAsking(false)} />}
    </>
  );
}

interface AskProps {
  statement: Statement;
  onClose: () => void;
}

function useTarget({ client, month }: Statement) {
  const format = useFormat();
  return {
    params: { clientId: client.id, month },
    named: { company: client.company, month: format.month(firstDay(month)) },
  };
}

function Close({ statement, onClose }: AskProps) {
  const t = useText();
  const format = useFormat();
  const { params, named } = useTarget(statement);
  const { unbilled, entries, total } = statement;
  const close = useWrite(api.billingPeriods.close, {
    onSuccess: (closed) => {
      rememberPeriod(closed);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('billing.statement.closeTitle', { month: named.month })}
      text={
        <>
          {t('billing.statement.closeText', { ...named, count: entries, total: format.money(total) })}
          {unbilled > 0 && <b> {t('billing.statement.closeUnbilled', { count: unbilled })}</b>}
        </>
      }
      confirm={t(unbilled > 0 ? 'billing.statement.closeAnyway' : 'billing.statement.close')}
      danger={unbilled > 0}
      busy={close.isPending}
      onConfirm={() => close.mutate({ params, body: { unbilled } })}
      onClose={onClose}
    />
  );
}

function Reopen({ statement, onClose }: AskProps) {
  const t = useText();
  const { params, named } = useTarget(statement);
  const reopen = useWrite(api.billingPeriods.reopen, {
    onSuccess: (opened) => {
      rememberPeriod(opened);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('billing.statement.reopenTitle', { month: named.month })}
      text={t('billing.statement.reopenText', named)}
      confirm={t('billing.statement.reopen')}
      danger
      busy={reopen.isPending}
      onConfirm={() => reopen.mutate({ params })}
      onClose={onClose}
    />
  );
}
