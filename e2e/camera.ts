import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { code128 } from '../server/src/documents/code128.ts';

const WIDTH = 640;
const HEIGHT = 480;
/** Few pictures make a small file; the browser shows each for half a second. */
const PER_SECOND = 2;
const MODULE = 3;
const BARS_HEIGHT = 160;
const WHITE = 235;
const BLACK = 16;
/** Without colours. */
const GREY = 128;

/** What is in front of the camera for a while: a label with this code, or nothing. */
export interface Scene {
  code: string;
  seconds: number;
}

/** A picture of a label, as printed on ours. */
async function draw(code: string): Promise<Buffer> {
  const light = Buffer.alloc(WIDTH * HEIGHT, WHITE);
  const { bars, modules } = (code && (await code128(code))) || { bars: [], modules: 0 };
  const left = Math.floor((WIDTH - modules * MODULE) / 2);
  const top = (HEIGHT - BARS_HEIGHT) / 2;
  for (const { at, width } of bars)
    for (let row = top; row < top + BARS_HEIGHT; row++) {
      const from = row * WIDTH + left + at * MODULE;
      light.fill(BLACK, from, from + width * MODULE);
    }
  return Buffer.concat([light, Buffer.alloc((WIDTH * HEIGHT) / 2, GREY)]);
}

/** The scenes as a film without compression (YUV4MPEG2). */
async function film(scenes: readonly Scene[]): Promise<Buffer> {
  const parts: Buffer[] = [Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${PER_SECOND}:1 Ip A1:1 C420\n`)];
  for (const { code, seconds } of scenes) {
    const picture = await draw(code);
    for (let shown = 0; shown < seconds * PER_SECOND; shown++) parts.push(Buffer.from('FRAME\n'), picture);
  }
  return Buffer.concat(parts);
}

/** Journeys in front of a camera that sees these scenes, over and over. Nobody is asked whether it may be used. */
export const withCamera = (scenes: readonly Scene[]) =>
  base.extend<object, { filmed: string }>({
    filmed: [
      // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern that it needs no others
      async ({}, use) => {
        const folder = mkdtempSync(join(tmpdir(), 'longshore-camera-'));
        const path = join(folder, 'camera.y4m');
        writeFileSync(path, await film(scenes));
        await use(path);
        rmSync(folder, { recursive: true, force: true });
      },
      { scope: 'worker' },
    ],
    launchOptions: async ({ launchOptions, filmed }, use) => {
      const camera = [
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${filmed}`,
      ];
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] });
    },
  });
