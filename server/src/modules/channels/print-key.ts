import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Clock, later, minutes } from '../../platform/clock.ts';
import type { Vault } from '../../platform/vault.ts';

export const PRINT_KEY_TTL_MS = minutes(30);

/** The key of a link that prints the documents of one record, of a shipment by default, for whoever has it, for some minutes. */
export interface PrintKeys {
  make(id: number): string;
  /** The record; undefined when the key is forged, damaged or too old. */
  read(key: string): number | undefined;
}

/** Keys of another purpose, which name other records, are not read. */
export function printKeys(vault: Vault, clock: Clock, purpose = 'print keys'): PrintKeys {
  const secret = vault.keyFor(purpose);
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest();
  return {
    make(recordId) {
      const text = `${recordId}-${later(clock.now(), PRINT_KEY_TTL_MS).getTime()}`;
      return `${text}-${sign(text).toString('hex')}`;
    },
    read(key) {
      const [, text = '', id = '', until = '', signature = ''] =
        /^((\d{1,10})-(\d{1,15}))-([0-9a-f]{64})$/.exec(key) ?? [];
      if (!text || !timingSafeEqual(Buffer.from(signature, 'hex'), sign(text))) return undefined;
      return Number(until) >= clock.now().getTime() ? Number(id) : undefined;
    },
  };
}
