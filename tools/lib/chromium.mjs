import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bin, run } from './run.mjs';

/** Debian's Chromium without windows: the journeys take a fifth less time than with the whole browser. */
const HEADLESS = 'chromium-headless-shell';
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * The path of a Chromium for the journeys, installed when there is none, with a font for Chinese.
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const configuredPath = process.env.CHROMIUM_PATH;
  if (configuredPath) return configuredPath;
  const debian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (debian && (!installedChromium()?.endsWith(HEADLESS) || !hasChineseFont())) await aptInstall();
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

async function aptInstall() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const pause of [5, 20, 0]) {
    try {
      await run('apt-get', ['update', '-qq'], { env });
      const packages = missingPackages();
      if (packages.length === 0) return;
      console.log(`Installing ${packages.join(' and ')} (apt-get) …`);
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
      return;
    } catch (error) {
      // Mirrors can be busy, and another apt process may hold the lock.
      if (pause === 0) throw error;
      await sleep(pause * 1000);
    }
  }
}

function missingPackages() {
  const installed = installedChromium();
  const font = hasChineseFont() ? [] : ['fonts-noto-cjk'];
  if (installed?.endsWith(HEADLESS)) return font;
  if (isOffered(HEADLESS)) return [HEADLESS, ...font];
  // Older releases have only the whole browser.
  return installed ? font : ['chromium', ...font];
}

/** @param {string} name */
function isOffered(name) {
  try {
    return execFileSync('apt-cache', ['show', name], { encoding: 'utf8', stdio: 'pipe' }).trim() !== '';
  } catch {
    return false;
  }
}

async function playwrightChromium() {
  console.log('Downloading Chromium (playwright install) …');
  await run(bin('playwright'), ['install', 'chromium']);
  const { chromium } = await import('playwright-core');
  return chromium.executablePath();
}
