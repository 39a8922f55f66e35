import { api, dayInZone, textFor } from '@longshore/contract';
import { bind } from '../http/bind.ts';
import { module } from '../module.ts';
import { offerPhrases } from './phrases.ts';
import { findScanned } from './scan.ts';
import { searchAll } from './search.ts';

/** The search palette and scans: finds records of every kind that a module registers a finder for, and reads phrases. */
export const search = module({
  name: 'search',
  routes: ({ registry, clock }) => {
    const finders = registry.table('finders');
    const nameFinders = registry.table('nameFinders');
    const scanFinders = registry.table('scanFinders');
    return [
      bind(api.records.search, (tx, { actor, body }) => searchAll(tx, actor, finders, body.search)),
      bind(api.records.phrases, async (tx, { actor, body, readTimezone }) => {
        const today = dayInZone(await readTimezone(tx), clock.now());
        return offerPhrases(tx, actor, nameFinders, { text: body.search, today, t: textFor(actor.lang) });
      }),
      bind(api.records.scan, (tx, { actor, body }) => findScanned(tx, actor, scanFinders, body.code)),
    ];
  },
});
