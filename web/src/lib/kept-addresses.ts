import type { KeptName } from './kept-scans.ts';
import type { Packet } from './outbox.ts';

const PLACES: readonly [RegExp, (id: string) => string][] = [
  [/^put-away$/, () => '/licenses/on_page%3D1'],
  [/^fulfil (\d+)$/, (id) => `/f/outbound/${id}`],
  [/^count (\d+)$/, (id) => `/counts/${id}/action/count`],
];

/** The address of the screen on which scans that are stored under a name were made, and on which the work goes on. */
export function addressOfKeptScans({ name, commands }: KeptName): string | undefined {
  const packet = commands[0]?.input as Partial<Packet> | undefined;
  if (name.startsWith('out ')) return packet?.href;
  for (const [pattern, address] of PLACES) {
    const found = pattern.exec(name);
    if (found) return address(found[1] ?? '');
  }
  return undefined;
}
