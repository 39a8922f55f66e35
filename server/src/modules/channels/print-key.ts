import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Clock, later, minutes } from '../../platform/clock.ts';
import type { Vault } from '../../platform/vault.ts';

export const PRINT_KEY_LIVES_MS = minutes(30);

/** The key of a link that prints the documents of one shipment, for whoever has it, for some minutes. */
export interface PrintKeys {
  make(shipmentId: number): string;
  /** The shipment; undefined when the key is forged, damaged or too old. */
  read(key: string): number | undefined;
}

export function printKeys(vault: Vault, clock: Clock): PrintKeys {
  const secret = vault.keyFor('print keys');
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest();
  return {
    make(shipmentId) {
      const text = `${shipmentId}-${later(clock.now(), PRINT_KEY_LIVES_MS).getTime()}`;
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
