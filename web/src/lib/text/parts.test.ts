import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { guest } from '@longshore/contract/text/en/guest.ts';
import { billingTexts } from '@longshore/contract/text/en/parts/billing.ts';
import { cameraTexts } from '@longshore/contract/text/en/parts/camera.ts';
import { channelTexts } from '@longshore/contract/text/en/parts/channels.ts';
import { deskTexts } from '@longshore/contract/text/en/parts/desk.ts';
import { floorTexts } from '@longshore/contract/text/en/parts/floor.ts';
import { frame } from '@longshore/contract/text/en/parts/frame.ts';
import { goodsTexts } from '@longshore/contract/text/en/parts/goods.ts';
import { orderTexts } from '@longshore/contract/text/en/parts/orders.ts';
import { overviewTexts } from '@longshore/contract/text/en/parts/overview.ts';
import { relationTexts } from '@longshore/contract/text/en/parts/relations.ts';
import { settingTexts } from '@longshore/contract/text/en/parts/settings.ts';
import { shippingTexts } from '@longshore/contract/text/en/parts/shipping.ts';
import { waveTexts } from '@longshore/contract/text/en/parts/waves.ts';
import { workTexts } from '@longshore/contract/text/en/parts/work.ts';
import { screens } from '@longshore/contract/text/en/screens.ts';
import { expect, test } from 'vitest';
import { type PartName, TEXTS_OF_SCREENS, textAreaOf } from './parts.ts';

const PARTS: Record<PartName, object> = {
  desk: deskTexts,
  relations: relationTexts,
  goods: goodsTexts,
  floor: floorTexts,
  orders: orderTexts,
  channels: channelTexts,
  shipping: shippingTexts,
  billing: billingTexts,
  overview: overviewTexts,
  settings: settingTexts,
  work: workTexts,
  waves: waveTexts,
  camera: cameraTexts,
};

const partNames = Object.keys(PARTS) as PartName[];
const partOf = (area: string) => partNames.find((name) => area !== 'messages' && area in PARTS[name]);

test('every text of the screens is in one part', () => {
  const areas = [guest, frame, ...Object.values(PARTS)].flatMap((part) => Object.keys(part));
  expect(new Set(areas)).toEqual(new Set(Object.keys(screens)));
  const messages = [guest, frame, ...Object.values(PARTS)].map((part) => ('messages' in part ? part.messages : {}));
  expect(Object.keys(Object.assign({}, ...messages)).sort()).toEqual(Object.keys(screens.messages).sort());
});

const web = fileURLToPath(new URL('../../', import.meta.url));
const contract = resolve(web, '../../contract/src');
const sources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.startsWith('text'))
    .map((path) => join(folder, path));

/** Where the contract declares a name: its declarations name the texts of fields. */
const declaredIn = new Map(
  sources(contract).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/export (?:const|function) (\w+)/g)].map(
      ([, name = '']) => [name, file] as const,
    ),
  ),
);

interface Imported {
  names: string[];
  from: string;
}

/** What a file imports to run: names of types only are left out. */
function importsOf(code: string): Imported[] {
  const named = [...code.matchAll(/(?:^|\n)(?:import|export) (?!type )(?:\{([^}]*)\}|[\w* ]+) from '([^']+)'/g)];
  const dynamic = [...code.matchAll(/import\('([^']+)'\)/g)];
  return [
    ...named.map(([, names = '', from = '']) => ({
      names: names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name && !name.startsWith('type '))
        .map((name) => name.replace(/ as .*/, '')),
      from,
    })),
    ...dynamic.map(([, from = '']) => ({ names: [], from })),
  ];
}

/** The files that an import leads to; of an index only those of the names. */
function filesOf({ names, from }: Imported, file: string): string[] {
  if (from === '@longshore/contract') return names.flatMap((name) => declaredIn.get(name) ?? []);
  if (!from.startsWith('.') || !/\.tsx?$/.test(from)) return [];
  const path = resolve(dirname(file), from);
  if (!existsSync(path)) return [];
  if (!path.endsWith('/index.ts')) return [path];
  const exported = importsOf(readFileSync(path, 'utf8')).filter((each) => each.names.some((n) => names.includes(n)));
  return exported.length > 0 ? exported.flatMap((each) => filesOf(each, path)) : [path];
}

/** All files that a file runs with, except those that were there before. */
function reached(file: string, before: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  const waiting = [file];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (found.has(next) || before.has(next)) continue;
    found.add(next);
    // What a declaration of the contract imports is used by calls, which show nothing.
    if (next.startsWith(contract)) continue;
    for (const each of importsOf(readFileSync(next, 'utf8'))) waiting.push(...filesOf(each, next));
  }
  return found;
}

/** The parts whose texts a file names. */
function partsIn(file: string): PartName[] {
  const code = readFileSync(file, 'utf8');
  const keys = [...code.matchAll(/['`]([a-z]\w*)\.[\w$]/gi), ...code.matchAll(/plainWords\('(\w+)'\)/g)];
  return keys.flatMap(([, area = '']) => partOf(area) ?? []);
}

const routerFile = join(web, 'app/router.tsx');
const router = readFileSync(routerFile, 'utf8');
const screenFiles = [...router.matchAll(/screen\(\s*'([^']+)',\s*\(\) => import\('([^']+)'\)/g)].map(
  ([, path = '', from = '']) => ({ area: textAreaOf(path), file: resolve(dirname(routerFile), from) }),
);
/** Two parts of the desk's frame name everything and load all texts. */
const withAllTexts = ['palette', 'scan-choice'].map((name) => join(web, `app/shell/${name}.tsx`));
const shell = reached(join(web, 'app/shell/shell.tsx'), new Set(withAllTexts));
const floorShell = reached(join(web, 'app/floor-shell.tsx'), new Set());

const isOfFloor = (area: string) => area.startsWith('floor');

/** What a screen shows, without what its frame brings: the desk's brings the texts of the desk. */
function partsOfScreen({ area, file }: { area: string; file: string }): PartName[] {
  const parts = [...reached(file, isOfFloor(area) ? floorShell : shell)].flatMap(partsIn);
  return isOfFloor(area) ? parts : parts.filter((name) => name !== 'desk');
}

test('the texts of every screen are loaded with it, and none too many', () => {
  const needed: Record<string, string[]> = {};
  for (const screen of screenFiles) {
    const parts = partsOfScreen(screen);
    const { area } = screen;
    needed[area] = partNames.filter((name) => parts.includes(name) || needed[area]?.includes(name));
  }
  expect(TEXTS_OF_SCREENS).toEqual(needed);
});

test.each([
  ['desk', shell, ['desk']],
  // The camera loads its own, the strip is shown with a screen of the floor.
  ['floor', floorShell, ['camera', 'floor']],
] as const)('the frame of the %s shows only what is loaded with it', (_, frameFiles, brought: readonly string[]) => {
  const late = [...frameFiles]
    // What says messages also says those of roles, which are refused at the desk.
    .filter((file) => !file.startsWith(contract) && file !== join(web, 'lib/text/text.ts'))
    .filter((file) => partsIn(file).some((name) => !brought.includes(name)));
  expect(late.map((file) => file.slice(web.length))).toEqual([]);
});
