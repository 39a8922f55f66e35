import { type KillableServer, sleep } from '../killable.ts';
import type { Random } from '../simulation/random.ts';

export const FAULTS = ['kill a server', 'freeze a server', 'kill PostgreSQL', 'kill a backend'] as const;
export type Fault = (typeof FAULTS)[number];

/** What is done to whom, drawn from the seed. */
export interface Planned {
  fault: Fault;
  victim: number;
  /** How long it lasts. */
  forMs: number;
  /** How long it is quiet afterwards. */
  pauseMs: number;
}

const FREEZE_MAX_MS = 5000;
const PAUSE_MAX_MS = 4000;

/** Every fault once in an order of its own, then again: a short run has them all. */
export function* planFaults(random: Random, servers: number): Generator<Planned> {
  for (;;) {
    const left = [...FAULTS];
    while (left.length) {
      const [fault = 'kill a server'] = left.splice(random.below(left.length), 1);
      yield {
        fault,
        victim: random.below(servers),
        forMs: 500 + random.below(FREEZE_MAX_MS - 500),
        pauseMs: 500 + random.below(PAUSE_MAX_MS),
      };
    }
  }
}

export const describeFault = ({ fault, victim, forMs }: Planned) =>
  fault === 'freeze a server'
    ? `${fault} (${victim + 1}, ${forMs} ms)`
    : fault === 'kill a server'
      ? `${fault} (${victim + 1})`
      : fault;

/** Does it, and undoes what a supervisor or the scheduler of the machine would undo. */
export async function strike(servers: readonly KillableServer[], { fault, victim, forMs }: Planned): Promise<void> {
  const server = servers[victim] as KillableServer;
  switch (fault) {
    case 'kill a server':
      await server.end('SIGKILL');
      return;
    case 'freeze a server':
      server.freeze();
      await sleep(forMs);
      server.thaw();
      return;
    case 'kill PostgreSQL':
      server.killPostgres();
      return;
    case 'kill a backend': {
      const backends = await server.backends();
      const pid = backends[forMs % backends.length];
      if (pid) process.kill(pid, 'SIGKILL');
    }
  }
}
