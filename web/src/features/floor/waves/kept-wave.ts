import { WaveToPick } from '@longshore/contract';
import { scanStore } from '../../../lib/kept-scans.ts';

/**
 * The wave that is being picked is kept beside the outbox, for this person only: a page that is loaded again goes on
 * without the network.
 */
const storeOf = (id: number) => scanStore<never>(`wave ${id}`);

export function keptWave(id: number): WaveToPick | undefined {
  const { context } = storeOf(id).read();
  if (!context) return undefined;
  try {
    // An earlier release may have kept it in another form.
    return WaveToPick.safeParse(JSON.parse(context)).data;
  } catch {
    return undefined;
  }
}

export function keepWave(wave: WaveToPick): void {
  const context = wave.state === 'picking' ? JSON.stringify(wave) : '';
  storeOf(wave.id).write({ commands: [], context });
}
