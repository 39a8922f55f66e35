import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { main, root } from './lib/run.mjs';

const drawings = join(root, 'web', 'avatars');
const pictures = join(root, 'web', 'public', 'avatars');
const side = 160;

/** Renders every drawing `web/avatars/*.svg` to the picture that the web app serves. */
await main(async () => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: side, height: side }, deviceScaleFactor: 1 });
    const names = (await readdir(drawings)).filter((name) => name.endsWith('.svg'));
    await mkdir(pictures, { recursive: true });
    for (const name of names) {
      const svg = await readFile(join(drawings, name), 'utf8');
      await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
      await page.screenshot({ path: join(pictures, name.replace(/\.svg$/, '.png')) });
    }
    console.log(`${names.length} avatars rendered to ${pictures}`);
  } finally {
    await browser.close();
  }
});
