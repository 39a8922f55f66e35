import { rmSync } from 'node:fs';

/** The database of the journeys goes with them. */
export default function teardown(): void {
  if (process.env.E2E_DATA_DIR) rmSync(process.env.E2E_DATA_DIR, { recursive: true, force: true });
}
