import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Written at every start, so that a new version brings its settings; `local.conf` beside it belongs to the operator.
 */
export function writeSettings(data: string, port: number): void {
  writeFileSync(join(data, 'postgresql.conf'), settings(port));
}

const settings = (port: number) => `# Written by Longshore at every start. Put your own settings into local.conf.
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
port = ${port}
max_connections = 200
password_encryption = 'scram-sha-256'

shared_buffers = 128MB
effective_cache_size = 1GB
work_mem = 8MB
maintenance_work_mem = 64MB
max_wal_size = 1GB
random_page_cost = 1.1
# Our statements are short: compiling them costs more than it saves.
jit = off

# An acknowledged write survives the loss of power.
fsync = on
synchronous_commit = on
full_page_writes = on

timezone = 'UTC'
log_timezone = 'UTC'
log_line_prefix = '%m [%p] '
lc_messages = 'C'

include_if_exists = 'local.conf'
`;
