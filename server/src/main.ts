import { accrue } from './commands/accrue.ts';
import { admin } from './commands/admin.ts';
import { backup, restore } from './commands/backup.ts';
import { readyDatabase, StartError } from './commands/database.ts';
import { doctor } from './commands/doctor.ts';
import { serve } from './commands/serve.ts';
import { BackupError } from './platform/backup/archive.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import { MigrationError } from './platform/database/migrate.ts';
import { EmbeddedError } from './platform/postgres/embedded-error.ts';

const [command = 'serve', ...args] = process.argv.slice(2);

async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (command === 'serve') return serve(config);
  if (command === 'admin') return admin(config, args);
  if (command === 'doctor') return doctor(config);
  if (command === 'accrue') return accrue(config, args);
  if (command === 'backup') return backup(config, args);
  if (command === 'restore') return restore(config, args);
  if (command === 'migrate') return (await readyDatabase(config, (line) => process.stdout.write(`${line}\n`))).stop();
  throw new StartError(`Unknown command "${command}": use serve, migrate, admin, doctor, accrue, backup or restore.`);
}

const expected = [BackupError, StartError, ConfigError, MigrationError, EmbeddedError];

main().catch((error: Error) => {
  const isExpected = expected.some((kind) => error instanceof kind);
  process.stderr.write(`${isExpected ? error.message : (error.stack ?? error)}\n`);
  process.exit(1);
});
