import { api } from '@longshore/contract';
import { bind } from '../http/bind.ts';
import { module } from '../module.ts';

/** Spreadsheets of many rows: how far they are. They are requested at their lists. */
export const exports = module({
  name: 'exports',
  routes: (tools) => [bind(api.records.exports, async (_tx, { actor }) => tools.exports.of(actor.id))],
});
