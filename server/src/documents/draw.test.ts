import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { draw, openDrawing } from './draw.ts';
import { packPart } from './row-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'longshore-draw-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The 19th field of a thread's state is its niceness. */
const nicenessOf = (thread: string) => {
  const text = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[16]);
};
const threadsInBackground = () => readdirSync('/proc/self/task').filter((thread) => nicenessOf(thread) > 0).length;

test.runIf(process.platform === 'linux')(
  'rows are drawn with a lower priority than everything else, documents are not',
  async () => {
    const descriptor = openSync(join(folder, 'rows.csv'), 'w');
    const file = { name: 'A', format: 'csv' as const, columns: [{ heading: 'One' }], timezone: 'UTC' };
    const drawing = await openDrawing('rows', { file, descriptor });
    await drawing.add(packPart([['text']]));
    const during = threadsInBackground();
    expect(during).toBeGreaterThan(0);
    await drawing.finish();
    await drawing.close();
    closeSync(descriptor);
    // The thread that has drawn rows is idle now, and is not the one that is taken.
    const documents = Array.from({ length: 5 }, () =>
      draw('spreadsheet', { name: 'A', columns: [{ heading: 'One' }], rows: [['x']] }),
    );
    for (const bytes of await Promise.all(documents)) expect(bytes.length).toBeGreaterThan(500);
    expect(threadsInBackground()).toBeLessThanOrEqual(during);
  },
);
