import { api, type Entry } from '@longshore/contract';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCalculator } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import type { ConditionLabels } from '../../ui/list/conditions.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { useClientFilter } from '../records/index.ts';
import { entryPath } from './billing-words.ts';
import { newEntriesPath } from './entries-query.ts';
import { entryColumns } from './entry-columns.tsx';
import { EntryDialogs } from './entry-dialogs.tsx';

const conditionLabels: ConditionLabels = {
  note: 'billing.entries.note',
  'activity.name': 'billing.activities.name',
  'activity.charge': 'billing.activities.charge',
};

/** Opens how an entry was computed; the date opens the dialog that corrects it. */
function ExplainLink({ entry }: { entry: Entry }) {
  const label = useText()('billing.explanation.open');
  return (
    <Tooltip label={label}>
      <ActionIcon
        component={RouteLink}
        href={entryPath(entry.id)}
        size="sm"
        aria-label={`${label}: ${entry.meta_name}, ${entry.reference}`}
      >
        <IconCalculator size={15} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
}

export function EntryList() {
  const t = useText();
  const { can } = useSession();
  const [shown, setShown] = useState<Entry>();
  const clientFilter = useClientFilter('billing.entries.client');
  return (
    <>
      <ListScreen
        endpoint={api.billingEntries.list}
        title={t('navigation.entries')}
        crumbs={[{ label: t('navigation.billing') }, { label: t('navigation.entries') }]}
        columns={entryColumns}
        {...(can(api.billingEntries.update.access)
          ? { onOpen: setShown }
          : { rowHref: ({ id }: Entry) => entryPath(id) })}
        rowActions={(entry) => <ExplainLink entry={entry} />}
        actionsWidth={48}
        filters={[clientFilter]}
        conditionLabels={conditionLabels}
        searchPlaceholder="billing.entries.search"
        emptyText="billing.entries.noneYet"
        create={
          can(api.billingEntries.create.access)
            ? { href: newEntriesPath({}), label: 'billing.entries.create' }
            : undefined
        }
      />
      {shown && <EntryDialogs key={shown.id} entry={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
