import { type Logger, pino } from 'pino';

export type Log = Logger;

/** JSON lines on standard error; standard output is for the person at the terminal. */
export function makeLog(level: string): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: ['*.password', '*.token', '*.jwt', '*.authorization', 'headers.authorization'], censor: '…' },
    },
    pino.destination({ fd: 2, sync: false }),
  );
}
