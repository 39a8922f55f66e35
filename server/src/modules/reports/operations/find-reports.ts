import { LANGUAGES, textFor } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { FoundHit } from '../../../platform/search/search.ts';
import { allReports, mayRun } from './all-reports.ts';

/** Whether one of its words begins so; Chinese has no spaces between words. */
const hasWord = (title: string, word: string) =>
  /\p{Script=Han}/u.test(word)
    ? title.includes(word)
    : title.split(/[\s-]/).some((each) => each.startsWith(word)) || title.startsWith(word);

/** For the palette: the reports that the user may run, by their title in either language or by their name. */
export async function findReports(_tx: Tx, actor: Actor, term: string): Promise<FoundHit[]> {
  const t = textFor(actor.lang);
  const words = term.toLowerCase().split(/\s+/);
  return allReports.flatMap((report, place) => {
    const { name } = report;
    const titles = LANGUAGES.map((language) => textFor(language)(`operationReports.reports.${name}.title`));
    const isMeant = [name, ...titles].some((title) => words.every((word) => hasWord(title.toLowerCase(), word)));
    if (!isMeant || !mayRun(report, actor)) return [];
    return [
      {
        kind: 'report',
        // Reports are declared, not stored: their place among all tells them apart.
        id: place + 1,
        title: t(`operationReports.reports.${name}.title`),
        description: t(`operationReports.reports.${name}.hint`),
        path: `/reports/${name}`,
        codes: [name, ...titles],
      },
    ];
  });
}
