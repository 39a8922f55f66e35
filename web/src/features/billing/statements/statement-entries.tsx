import { api } from '@longshore/contract';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { ListScreen } from '../../../ui/list/list-screen.tsx';
import { entryPath } from '../billing-words.ts';
import { entryColumns } from '../entry-columns.tsx';
import { firstDay, monthPath, statementPath } from './statement-words.ts';

/** The entries behind a line of a statement; each leads to how it was computed. */
export function StatementEntries() {
  const params: { clientId?: string; month?: string; activityId?: string; itemId?: string } = useParams({
    strict: false,
  });
  const { clientId = '', month = '', activityId = '', itemId = '' } = params;
  const t = useText();
  const format = useFormat();
  const { data } = useRead(api.billingStatements.get, { params: { clientId: Number(clientId), month } });
  const line = data?.lines.find((each) => each.activity_id === Number(activityId) && each.item_id === Number(itemId));
  const fixed = useMemo(
    () => ({ client_id: [clientId], month: [month], activity_id: [activityId], item_id: [itemId] }),
    [clientId, month, activityId, itemId],
  );
  const company = data?.client.company ?? '';
  return (
    <ListScreen
      endpoint={api.billingEntries.list}
      title={line ? `${line.activity} · ${line.item}` : t('navigation.entries')}
      crumbs={[
        { label: t('navigation.billing') },
        { label: t('navigation.statements'), href: monthPath(month) },
        {
          label: t('billing.statement.of', { company, month: format.month(firstDay(month)) }),
          href: statementPath(Number(clientId), month),
        },
      ]}
      columns={entryColumns}
      rowHref={({ id }) => entryPath(id)}
      fixed={fixed}
      withoutConditions
      emptyText="billing.entries.noneYet"
    />
  );
}
