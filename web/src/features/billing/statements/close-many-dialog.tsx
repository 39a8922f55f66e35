import { api, type StatementRow } from '@longshore/contract';
import { Alert, Button, Checkbox, Group } from '@mantine/core';
import { useState } from 'react';
import { refresh, useWrite } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { translateReason, useText } from '../../../lib/text/text.ts';
import { toast } from '../../../lib/toast.ts';
import { LineTable } from '../../../ui/detail/line-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { firstDay } from './statement-words.ts';
import css from './statements.module.css';

interface CloseManyProps {
  month: string;
  /** Those whose month is open. */
  clients: StatementRow[];
  onClose: () => void;
}

/** Closes the month of the chosen clients; those that were refused are named with the reason. */
function useCloseMany(clients: readonly StatementRow[], onClose: () => void) {
  const t = useText();
  const [failed, setFailed] = useState<string[]>([]);
  const close = useWrite(api.billingPeriods.closeMany, {
    onSuccess: (results) => {
      void refresh(api.billingStatements.list);
      void refresh(api.billingStatements.get);
      void refresh(api.billingEntries.list);
      const refused = results.filter(({ result }) => !result);
      const done = results.length - refused.length;
      if (done) toast({ id: 'billing periods', message: t('billing.statement.closedMany', { count: done }) });
      if (!refused.length) return onClose();
      const companyOf = (id: number) => clients.find(({ client_id }) => client_id === id)?.company ?? id;
      setFailed(
        refused.map(
          ({ client_id, message, message_key }) =>
            `${companyOf(client_id)}: ${translateReason(t, message_key, message)}`,
        ),
      );
    },
  });
  return { close, failed };
}

/** Closes a month of several clients. A client with unbilled things is chosen on purpose: that confirms them. */
export function CloseManyDialog({ month, clients, onClose }: CloseManyProps) {
  const t = useText();
  const format = useFormat();
  const [chosen, setChosen] = useState(() => clients.filter(({ unbilled }) => unbilled === 0).map(idOf));
  const { close, failed } = useCloseMany(clients, onClose);
  const toggle = (id: number, isChosen: boolean) =>
    setChosen((ids) => (isChosen ? [...ids, id] : ids.filter((each) => each !== id)));
  const body = {
    month,
    clients: clients
      .filter(({ client_id }) => chosen.includes(client_id))
      .map(({ client_id, unbilled }) => ({ client_id, unbilled })),
  };
  return (
    <Dialog
      title={t('billing.statement.closeTitle', { month: format.month(firstDay(month)) })}
      size={760}
      onClose={onClose}
    >
      <p className={css.lead}>{t('billing.statement.closeManyHint')}</p>
      {failed.length > 0 && (
        <Alert color="red" variant="light" role="alert" mb="sm">
          {failed.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </Alert>
      )}
      <LineTable
        label={t('navigation.statements')}
        dense
        rows={clients}
        rowKey={idOf}
        columns={[
          {
            header: 'billing.statement.client',
            render: ({ client_id, company }) => (
              <Checkbox
                label={company}
                checked={chosen.includes(client_id)}
                onChange={(event) => toggle(client_id, event.currentTarget.checked)}
              />
            ),
          },
          { header: 'billing.statement.total', right: true, width: 130, render: ({ total }) => format.money(total) },
          {
            header: 'billing.statement.unbilled',
            right: true,
            width: 110,
            render: ({ unbilled }) => format.number(unbilled),
          },
        ]}
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button disabled={close.isPending || body.clients.length === 0} onClick={() => close.mutate({ body })}>
          {t('billing.statement.closeChosen', { count: body.clients.length })}
        </Button>
      </Group>
    </Dialog>
  );
}

const idOf = ({ client_id }: StatementRow) => client_id;
