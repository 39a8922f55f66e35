import { type OfferedReport, REPORT_GROUPS, textFor } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { allReports, mayRun } from './all-reports.ts';
import { readFavourites } from './favourites.store.ts';
import type { Criteria, OperationReport } from './report.ts';
import { readReportFilters } from './report-filters.view.ts';

type Words = ReturnType<typeof textFor>;

type Choices = NonNullable<OfferedReport['criteria']>['choices'];

function choicesOf(t: Words, criteria: Criteria, filters: Choices): Choices {
  if (criteria.kind === 'filter') return filters;
  if (criteria.kind !== 'choice') return [];
  return Object.entries(criteria.of).map(([value, label]) => ({ value, label: t(label as never) }));
}

function offeredCriteria(t: Words, criteria: Criteria | undefined, filters: Choices): OfferedReport['criteria'] {
  if (!criteria) return null;
  return {
    kind: criteria.kind,
    label: t(`operationReports.criteria.${criteria.kind}`),
    required: criteria.kind === 'serial' || criteria.kind === 'filter' ? 1 : 0,
    default: criteria.kind === 'days' ? String(criteria.default) : '',
    choices: choicesOf(t, criteria, filters),
  };
}

const offered = (
  t: Words,
  { name, group, allClients, asks }: OperationReport,
  isFavourite: boolean,
  filters: Choices,
): OfferedReport => ({
  name,
  title: t(`operationReports.reports.${name}.title`),
  hint: t(`operationReports.reports.${name}.hint`),
  group,
  group_title: t(`operationReports.groups.${group}`),
  all_clients: allClients ? 1 : 0,
  dates: asks.dates ?? 'none',
  items: asks.items ? 1 : 0,
  criteria: offeredCriteria(t, asks.criteria, filters),
  is_favourite: isFavourite ? 1 : 0,
});

/** The reports that the caller may run, by group. */
export async function offeredReports(tx: Tx, actor: Actor): Promise<OfferedReport[]> {
  const t = textFor(actor.lang);
  const allowed = allReports.filter((each) => mayRun(each, actor));
  const favourites = new Set(await readFavourites(tx, actor.id));
  const filters = (await readReportFilters(tx, actor)).map(({ id, title }) => ({ value: String(id), label: title }));
  return REPORT_GROUPS.flatMap((group) => allowed.filter((each) => each.group === group)).map((each) =>
    offered(t, each, favourites.has(each.name), filters),
  );
}
