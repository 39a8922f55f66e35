import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bin, run } from './run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * The path of a Chromium for the journeys, installed when there is none, with a font for Chinese.
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const configuredPath = process.env.CHROMIUM_PATH;
  if (configuredPath) return configuredPath;
  const debian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const missing = [...(installedChromium() ? [] : ['chromium']), ...(hasChineseFont() ? [] : ['fonts-noto-cjk'])];
  if (debian && missing.length > 0) await aptInstall(missing);
  return installedChromium() ?? (await playwrightChromium());
}

function installedChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), MAC_CHROME];
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Without one, Chinese text is drawn as boxes and the screenshots of the journeys are useless. */
function hasChineseFont() {
  try {
    return execFileSync('fc-list', [':lang=zh'], { encoding: 'utf8' }).trim() !== '';
  } catch {
    return false;
  }
}

/** @param {string[]} packages */
async function aptInstall(packages) {
  console.log(`Installing ${packages.join(' and ')} (apt-get) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const pause of [5, 20, 0]) {
    try {
      await run('apt-get', ['update', '-qq'], { env });
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
      return;
    } catch (error) {
      // Mirrors can be busy, and another apt process may hold the lock.
      if (pause === 0) throw error;
      await sleep(pause * 1000);
    }
  }
}

async function playwrightChromium() {
  console.log('Downloading Chromium (playwright install) …');
  await run(bin('playwright'), ['install', 'chromium']);
  const { chromium } = await import('playwright-core');
  return chromium.executablePath();
}
