import { api } from '@longshore/contract';
import { call, refresh, remember } from '../../../lib/api.ts';
import { replaceResources } from '../../../lib/session.ts';
import type { ListName } from './configuration-words.ts';

/** Reads the session's lists again after a change, so that every form offers the current entries. */
export async function renewList(list: ListName): Promise<void> {
  if (list === 'couriers') {
    const couriers = await call(api.company.couriers);
    remember(api.company.couriers, {}, couriers);
    replaceResources({ couriers });
    void refresh(api.operations.firstSteps);
  } else {
    const settings = await call(api.company.settings);
    remember(api.company.settings, {}, settings);
    replaceResources(settings);
  }
  void refresh(api.records.traces);
}
