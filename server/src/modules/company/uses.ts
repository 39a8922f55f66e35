import type { SettingKind } from '@longshore/contract';
import type { Tx } from '../../platform/database/tx.ts';

/** What a setting is known by on other records: by its id, or by the name they copied. */
export interface UsedSetting {
  id: number;
  name: string;
}

/**
 * Who keeps a courier, a setting or a size on records of their own. The company does not know the modules after it:
 * each registers its uses. (A tax is copied as a rate, so no record refers to one.)
 */
export interface Uses {
  /** Whether records other than those of `exceptClient` name this courier. */
  courier?: (tx: Tx, id: number, exceptClient: number | null) => Promise<boolean>;
  setting?: Partial<Record<SettingKind, (tx: Tx, setting: UsedSetting) => Promise<boolean>>>;
  /** Records that hold a name and not an id follow when it changes. */
  renamed?: Partial<Record<SettingKind, (tx: Tx, from: string, to: string) => Promise<void>>>;
  /** Whether anything is measured, so that another system would reinterpret it. */
  sizes?: (tx: Tx) => Promise<boolean>;
}

declare module '../../platform/module.ts' {
  interface Module {
    /** Where the module's records use couriers, settings and sizes of the company. */
    uses?: readonly Uses[];
  }
}

export async function someOf(questions: (Promise<boolean> | undefined)[]): Promise<boolean> {
  return (await Promise.all(questions)).some(Boolean);
}
