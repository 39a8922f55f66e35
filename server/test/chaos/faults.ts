import { type KillableServer, sleep } from '../killable.ts';
import type { Random } from '../simulation/random.ts';

export const FAULTS = [
  'kill a server',
  'freeze a server',
  'kill PostgreSQL',
  'freeze PostgreSQL',
  'kill a backend',
  'freeze a backend',
] as const;
export type Fault = (typeof FAULTS)[number];

/** A fault and its target, drawn from the seed. */
export interface Planned {
  fault: Fault;
  victim: number;
  /** How long it lasts. */
  forMs: number;
  /** The pause afterwards. */
  pauseMs: number;
}

const FREEZE_MAX_MS = 5000;
const PAUSE_MAX_MS = 4000;

/** Every fault once in random order, then again: a short run has them all. */
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

export const describeFault = ({ fault, victim, forMs }: Planned) => {
  if (fault === 'kill a server') return `${fault} (${victim + 1})`;
  if (fault === 'freeze a server') return `${fault} (${victim + 1}, ${forMs} ms)`;
  return fault === 'freeze PostgreSQL' ? `${fault} (${forMs} ms)` : fault;
};

function signal(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {
      // A connection has ended meanwhile, and its process with it.
    }
}

/** The clean-up once service is back. */
type Undo = () => void;

/**
 * Causes the fault, and reverts what the machine's supervisor would revert. One frozen backend stays frozen: service
 * has to recover without it.
 */
export async function strike(servers: readonly KillableServer[], planned: Planned): Promise<Undo> {
  const { fault, victim, forMs } = planned;
  const server = servers[victim] as KillableServer;
  const undo: Undo = () => {};
  switch (fault) {
    case 'kill a server':
      await server.end('SIGKILL');
      return undo;
    case 'freeze a server':
      server.freeze();
      await sleep(forMs);
      server.thaw();
      return undo;
    case 'kill PostgreSQL':
      server.killPostgres();
      return undo;
    case 'freeze PostgreSQL': {
      const processes = [server.postmaster(), ...(await server.backends())];
      signal(processes, 'SIGSTOP');
      await sleep(forMs);
      signal(processes, 'SIGCONT');
      return undo;
    }
    default: {
      const backends = await server.backends();
      const one = backends.slice(forMs % backends.length).slice(0, 1);
      signal(one, fault === 'kill a backend' ? 'SIGKILL' : 'SIGSTOP');
      return () => signal(fault === 'kill a backend' ? [] : one, 'SIGCONT');
    }
  }
}
