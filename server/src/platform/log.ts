import { type Logger, pino } from 'pino';

export type Log = Logger;

const STANDARD_ERROR = 2;
/** Characters that wait to be written; beyond them lines are dropped. */
const UNWRITTEN_MAX = 4 * 1024 * 1024;

/** JSON lines on standard error; standard output is for the person at the terminal. */
export function makeLog(level: string, target: number | string = STANDARD_ERROR): Log {
  const destination = pino.destination({ dest: target, sync: false, maxLength: UNWRITTEN_MAX });
  // On a full disk lines are lost; without this handler the process would end. The next line is tried again.
  destination.on('error', () => {});
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: ['*.password', '*.token', '*.jwt', '*.authorization', 'headers.authorization'], censor: '…' },
    },
    destination,
  );
}
