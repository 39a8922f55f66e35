import type { FieldMessages, PermissionKey } from '@longshore/contract';
import type { ClientAddressFields, ClientDetailFields, ClientGeneralFields } from './clients.store.ts';

/** A client in the parts that have separate permissions. */
export interface ClientParts {
  general: ClientGeneralFields;
  address: ClientAddressFields;
  detail: ClientDetailFields;
}

const guards: Record<keyof ClientParts, PermissionKey> = {
  general: 'update_client_model',
  address: 'update_client_address',
  detail: 'update_client_detail',
};

/** The changed parts that this caller may not change; a super user may change all. */
export function forbiddenParts(
  caller: { is_su: boolean; access: Readonly<Record<string, boolean>> },
  changed: readonly (keyof ClientParts)[],
): (keyof ClientParts)[] {
  return caller.is_su ? [] : changed.filter((part) => caller.access[guards[part]] !== true);
}

type Numbers = Pick<ClientDetailFields, 'next_inv_num' | 'next_picking_num'>;

/** A lower next number would put the same number on two documents. */
export function loweredNumbers(before: Numbers, after: Numbers): FieldMessages {
  const fields: FieldMessages = {};
  for (const name of ['next_inv_num', 'next_picking_num'] as const)
    if (after[name] < before[name]) fields[`detail.${name}`] = [`NumbersOnlyRise:${before[name]}`];
  return fields;
}
