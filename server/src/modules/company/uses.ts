import type { SettingKind } from '@longshore/contract';
import type { Tx } from '../../platform/database/tx.ts';

/** How other records refer to a setting: by its id, or by a copy of its name. */
export interface UsedSetting {
  id: number;
  name: string;
}

export interface UsedAddress {
  id: number;
  relationId: number;
}

/**
 * Who keeps a courier, a setting, an address or a size on records of their own. The company does not know the modules after it:
 * each registers its uses. (A tax is copied as a rate, so no record refers to one.)
 */
export interface Uses {
  /** Whether records of clients other than `exceptClient` use this courier. */
  courier?: (tx: Tx, id: number, exceptClient: number | null) => Promise<boolean>;
  setting?: Partial<Record<SettingKind, (tx: Tx, setting: UsedSetting) => Promise<boolean>>>;
  /** Updates records that store the name instead of the id when it changes. */
  renamed?: Partial<Record<SettingKind, (tx: Tx, from: string, to: string) => Promise<void>>>;
  /** The reference of an order that still needs an address of a relation, if there is one. */
  address?: (tx: Tx, address: UsedAddress) => Promise<string | undefined>;
  /** Whether anything is measured, so that changing the unit system would reinterpret it. */
  sizes?: (tx: Tx) => Promise<boolean>;
}

declare module '../../platform/module.ts' {
  interface Module {
    /** Where the module's records use couriers, settings and sizes of the company, and addresses of relations. */
    uses?: readonly Uses[];
  }
}

export async function someOf(questions: (Promise<boolean> | undefined)[]): Promise<boolean> {
  return (await Promise.all(questions)).some(Boolean);
}
