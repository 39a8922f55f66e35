import { type OfferedReport, REPORT_GROUPS, textFor } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { allReports, mayRun } from './all-reports.ts';
import { readFavourites } from './favourites.store.ts';
import type { Criteria, OperationReport } from './report.ts';

type Words = ReturnType<typeof textFor>;

function offeredCriteria(t: Words, criteria: Criteria | undefined): OfferedReport['criteria'] {
  if (!criteria) return null;
  return {
    kind: criteria.kind,
    label: t(`operationReports.criteria.${criteria.kind}`),
    required: criteria.kind === 'serial' ? 1 : 0,
    default: criteria.kind === 'days' ? String(criteria.default) : '',
    choices:
      criteria.kind === 'choice'
        ? Object.entries(criteria.of).map(([value, label]) => ({ value, label: t(label as never) }))
        : [],
  };
}

const offered = (
  t: Words,
  { name, group, allClients, asks }: OperationReport,
  isFavourite: boolean,
): OfferedReport => ({
  name,
  title: t(`operationReports.reports.${name}.title`),
  hint: t(`operationReports.reports.${name}.hint`),
  group,
  group_title: t(`operationReports.groups.${group}`),
  all_clients: allClients ? 1 : 0,
  dates: asks.dates ?? 'none',
  items: asks.items ? 1 : 0,
  criteria: offeredCriteria(t, asks.criteria),
  is_favourite: isFavourite ? 1 : 0,
});

/** The reports that the caller may run, by group. */
export async function offeredReports(tx: Tx, actor: Actor): Promise<OfferedReport[]> {
  const t = textFor(actor.lang);
  const allowed = allReports.filter((each) => mayRun(each, actor));
  const favourites = new Set(await readFavourites(tx, actor.id));
  return REPORT_GROUPS.flatMap((group) => allowed.filter((each) => each.group === group)).map((each) =>
    offered(t, each, favourites.has(each.name)),
  );
}
