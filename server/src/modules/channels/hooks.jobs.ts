import { sql } from '../../platform/database/sql.ts';
import { staffScope, type Tx } from '../../platform/database/tx.ts';
import { recordEvent, type Subscribers } from '../../platform/events/events.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import { isLoopback } from '../../platform/network.ts';
import { connectStored } from './connection.ts';
import type { Connector } from './connector.ts';
import { hookSecretOf } from './hooks.ts';
import { readStored, type StoredIntegration } from './integrations.store.ts';
import { PartnerProblem } from './partner-problem.ts';
import type { SyncTools } from './sync.jobs.ts';

export interface HookTools extends SyncTools {
  hookUrl(stored: StoredIntegration): string;
}

const jobOf = (integrationId: number | null) => ({
  task: 'ensure-channel-hooks',
  payload: { integration_id: integrationId },
  // One after the other: two at once would both find that a hook is missing.
  queue: `channel ${integrationId} hooks`,
  key: `channel hooks ${integrationId}`,
});

export const hookSubscribers: Subscribers = {
  'integration.saved': [({ subject_id }) => [jobOf(subject_id)]],
  'channel.hooks_due': [({ subject_id }) => [jobOf(subject_id)]],
};

async function acceptedIntegrations(tx: Tx): Promise<{ id: number; client_id: number }[]> {
  const { rows } = await sql<{ id: number; client_id: number }>`
    select i.id, i.client_id from integrations i join clients c on c.id = i.client_id and c.is_active
    where i.verified order by i.id`.execute(tx);
  return rows;
}

/** Daily: partners switch hooks off that failed, and shops lose them. */
export const queueHooksJob: Job = ({ open }) =>
  open(staffScope, async (tx) => {
    for (const { id, client_id } of await acceptedIntegrations(tx))
      await recordEvent(tx, { kind: 'channel.hooks_due', clientId: client_id, subjectId: id });
  });

/** A partner elsewhere cannot call a server that only its own machine reaches. */
const isReachable = ({ origin, partners }: HookTools, { slug }: Connector): boolean =>
  partners.settings.urls[slug] !== undefined || !isLoopback(new URL(origin).hostname);

/** Makes sure that the partner calls us. Without its calls the schedule finds the same changes later. */
export const ensureHooksJob =
  (tools: HookTools): Job =>
  async ({ open }, payload) => {
    const stored = await open(staffScope, (tx) => readStored(tx, Number(payload.integration_id)), 'read');
    if (!stored?.verified) return;
    // An account that was invited, such as a seller's at Amazon, is no shop and calls nobody.
    const partner = tools.connectors.get(stored.type);
    if (!partner?.hooks || !isReachable(tools, partner)) return;
    try {
      const connection = connectStored(tools, partner, stored);
      await partner.hooks.ensure(connection, tools.hookUrl(stored), hookSecretOf(tools, partner, stored));
    } catch (error) {
      // Its trace has the reason, and tomorrow it is tried again. Credentials that may not manage webhooks still read.
      if (!(error instanceof PartnerProblem)) throw error;
    }
  };
