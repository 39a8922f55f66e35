import { setTimeout as sleep } from 'node:timers/promises';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import { type Open, staffScope, type Tx } from '../../platform/database/tx.ts';
import { endLease, takeLease } from '../../platform/outgoing/allowances.ts';
import type { Vault } from '../../platform/vault.ts';
import type { TokenCache } from './connector.ts';
import { PartnerProblem } from './partner-problem.ts';

/** A token is not used in the last minute of its life: a call takes a while. */
const SPARE_MS = 60_000;
/** One server renews a token; the others look again this often. */
const LOOK_MS = 250;
const LOOKS = 240;

interface Stored {
  token: Buffer | null;
  is_fresh: boolean;
}

async function readToken(tx: Tx, id: number): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    select token, coalesce(token_expires_at > now() + make_interval(secs => ${sql.lit(SPARE_MS / 1000)}), false) as is_fresh
    from integrations where id = ${id} and ${inScope(tx)}`.execute(tx);
  return rows[0];
}

/** How long one server has for renewing a token before another tries. */
const RENEWAL_SECONDS = 40;

const leaseOf = (id: number) => `token ${id}`;

/** The tokens of a connection that is not stored yet, while it is verified, or that has none: nobody else uses them. */
export const unstoredTokens: TokenCache = {
  current: async (renew) => (await renew()).token,
  drop: async () => {},
};

export function makeTokenCache({ open, vault }: { open: Open; vault: Vault }, id: number): TokenCache {
  if (id === 0) return unstoredTokens;
  const fresh = async (): Promise<string | undefined> => {
    const stored = await open(staffScope, (tx) => readToken(tx, id), 'read');
    return stored?.token && stored.is_fresh ? vault.open(stored.token) : undefined;
  };
  const renewed = async (renew: Parameters<TokenCache['current']>[0]) => {
    try {
      // Another server may have renewed it between the look and the lease.
      const known = await fresh();
      if (known) return known;
      const { token, expiresAt } = await renew();
      await open(staffScope, async (tx) => {
        await sql`update integrations set token = ${vault.seal(token)}, token_expires_at = ${expiresAt}
          where id = ${id} and ${inScope(tx)}`.execute(tx);
      });
      return token;
    } finally {
      await open(staffScope, (tx) => endLease(tx, leaseOf(id)));
    }
  };
  return {
    async current(renew) {
      for (let look = 0; look < LOOKS; look++) {
        const known = await fresh();
        if (known) return known;
        if (await open(staffScope, (tx) => takeLease(tx, leaseOf(id), RENEWAL_SECONDS))) return renewed(renew);
        await sleep(LOOK_MS);
      }
      throw new PartnerProblem('unavailable', 'TokenIsNotRenewed');
    },
    async drop(token) {
      await open(staffScope, async (tx) => {
        const stored = await readToken(tx, id);
        if (stored?.token && vault.open(stored.token) === token)
          await sql`update integrations set token = null, token_expires_at = null where id = ${id} and ${inScope(tx)}`.execute(
            tx,
          );
      });
    },
  };
}
