import { setPriority } from 'node:os';
import { rowDocuments } from './row-file.ts';
import { serveDrawings } from './serve-drawings.ts';

/**
 * Files of many rows are written in a thread of their own kind: it has a lower priority, and loads nothing of what
 * draws documents, which takes 36 MB.
 */

/** With this niceness a thread gets about a tenth of a core that others want too, and all of an idle one. */
const BACKGROUND_NICENESS = 10;

// Only on Linux does a thread have a priority of its own; elsewhere this would change that of the whole server.
if (process.platform === 'linux') setPriority(0, BACKGROUND_NICENESS);

serveDrawings({ whole: {}, incremental: rowDocuments });
