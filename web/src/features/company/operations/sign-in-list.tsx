import { api, formatListQuery, type SignIn } from '@longshore/contract';
import { useText } from '../../../lib/text/text.ts';
import { ListScreen } from '../../../ui/list/list-screen.tsx';
import type { Column, ListFilter } from '../../../ui/list/list-types.ts';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { browserName } from './browser-name.ts';

function Succeeded({ succeeded }: { succeeded: boolean }) {
  const t = useText();
  return (
    <StatusPill status={succeeded ? 'finished' : 'refused'}>
      {t(succeeded ? 'operations.signedIn' : 'operations.turnedAway')}
    </StatusPill>
  );
}

const columns: Column<SignIn>[] = [
  { field: 'email', header: 'operations.email' },
  { field: 'name', header: 'operations.user', width: 150 },
  {
    field: 'succeeded',
    header: 'operations.outcome',
    width: 140,
    narrow: 'end',
    render: ({ succeeded }) => <Succeeded succeeded={succeeded} />,
  },
  { field: 'address', header: 'operations.address', width: 130 },
  {
    field: 'agent',
    header: 'operations.browser',
    width: 190,
    spare: true,
    render: ({ agent }) => browserName(agent) || '–',
  },
  { field: 'at', header: 'operations.when', kind: 'moment', width: 180 },
];

const outcome: ListFilter = {
  name: 'succeeded',
  label: 'operations.outcome',
  options: { 1: 'operations.signedIn', 0: 'operations.turnedAway' },
};

/** Links to the user; for an unknown user, to all attempts with that e-mail address. */
const hrefOf = ({ user_id, email }: SignIn) =>
  user_id
    ? `/users/${user_id}/action/view`
    : `/system/sign-ins/${encodeURIComponent(formatListQuery({ on_page: 1, search: email }))}`;

export function SignInList() {
  const t = useText();
  return (
    <ListScreen
      endpoint={api.operations.signIns}
      title={t('operations.signIns')}
      crumbs={[{ label: t('shell.setting') }, { label: t('operations.signIns') }]}
      columns={columns}
      rowHref={hrefOf}
      filters={[outcome]}
      searchPlaceholder="operations.searchSignIns"
    />
  );
}
