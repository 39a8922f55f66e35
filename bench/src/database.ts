import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { startEmbedded } from '../../server/src/platform/postgres/embedded.ts';
import { initDatabase } from '../../server/src/platform/postgres/init-db.ts';

export const root = process.cwd();
export const CLIENTS = 50;

/** A PostgreSQL of its own, as durable as in production, gone afterwards. */
export async function startDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'longshore-bench-'));
  chmodSync(folder, 0o755);
  const embedded = await startEmbedded({ dataDir: folder, checkoutPath: root, log: () => {} });
  return {
    adminUrl: embedded.adminUrl,
    async stop() {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const names = `('{Harvest,Oak,Blue,Fjord,Copper,Meadow,Alder,Stone,Quiet,Tidal,North,Juniper}'::text[])[1 + n % 12] || ' ' ||
  ('{Market,Cafés,Hotel,Grocers,Kettle,Lodge,Bakery,Supply,Traders,Books,Deli,Works}'::text[])[1 + (n / 12) % 12] || ' ' || n`;

/** A migrated database with this many relations over fifty clients, two customers to each vendor. */
export async function seededDatabase(adminUrl: string, name: string, relations: number) {
  const urls = await initDatabase(adminUrl, { database: name, ownerPassword: 'bench', serverPassword: 'bench' });
  await migrate(urls.ownerUrl, join(root, 'server', 'migrations'), () => {});
  const owner = new pg.Client({ connectionString: urls.ownerUrl });
  await owner.connect();
  await owner.query(`insert into clients (company) select 'Client ' || n from generate_series(1, ${CLIENTS}) n`);
  await owner.query(`insert into relations (client_id, type, name, account, email, is_active, updated_at)
    select 1 + n % ${CLIENTS}, case when (n / ${CLIENTS}) % 3 = 2 then 'vendor' else 'customer' end, ${names}, 'AC-' || n, 'orders@' || n || '.example',
           (n / ${CLIENTS}) % 10 <> 9, now() - make_interval(secs => n % 1000000)
    from generate_series(0, ${relations - 1}) n`);
  await owner.query('vacuum analyze');
  await owner.end();
  return urls;
}
