import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** One font family for every document: it has Latin and Chinese, so mixed names look uniform. */
const PACKAGE = '@expo-google-fonts/noto-sans-sc';
const files = { regular: '400Regular/NotoSansSC_400Regular.ttf', bold: '700Bold/NotoSansSC_700Bold.ttf' };

export type Weight = keyof typeof files;
export type Fonts = Record<Weight, Buffer>;

async function readFonts(): Promise<Fonts> {
  const resolve = createRequire(import.meta.url).resolve;
  const read = (weight: Weight) => readFile(resolve(`${PACKAGE}/${files[weight]}`));
  const [regular, bold] = await Promise.all([read('regular'), read('bold')]);
  return { regular, bold };
}

let fonts: Promise<Fonts> | undefined;

/** Twenty megabytes, read only when the first document is drawn, then cached. */
export function loadFonts(): Promise<Fonts> {
  fonts ??= readFonts().catch((error) => {
    fonts = undefined;
    throw error;
  });
  return fonts;
}
