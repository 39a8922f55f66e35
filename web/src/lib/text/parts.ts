import { deskTexts, readParts, setMissingTextLoader, type TextPart } from './text.ts';

/** The texts behind the frame, loaded with the first screen that shows them (decision 0024). */
const parts = {
  desk: deskTexts,
  relations: {
    en: async () => (await import('@longshore/contract/text/en/parts/relations.ts')).relationTexts,
    ch: async () => (await import('@longshore/contract/text/ch/parts/relations.ts')).relationTexts,
  },
  goods: {
    en: async () => (await import('@longshore/contract/text/en/parts/goods.ts')).goodsTexts,
    ch: async () => (await import('@longshore/contract/text/ch/parts/goods.ts')).goodsTexts,
  },
  floor: {
    en: async () => (await import('@longshore/contract/text/en/parts/floor.ts')).floorTexts,
    ch: async () => (await import('@longshore/contract/text/ch/parts/floor.ts')).floorTexts,
  },
  orders: {
    en: async () => (await import('@longshore/contract/text/en/parts/orders.ts')).orderTexts,
    ch: async () => (await import('@longshore/contract/text/ch/parts/orders.ts')).orderTexts,
  },
  channels: {
    en: async () => (await import('@longshore/contract/text/en/parts/channels.ts')).channelTexts,
    ch: async () => (await import('@longshore/contract/text/ch/parts/channels.ts')).channelTexts,
  },
  shipping: {
    en: async () => (await import('@longshore/contract/text/en/parts/shipping.ts')).shippingTexts,
    ch: async () => (await import('@longshore/contract/text/ch/parts/shipping.ts')).shippingTexts,
  },
  billing: {
    en: async () => (await import('@longshore/contract/text/en/parts/billing.ts')).billingTexts,
    ch: async () => (await import('@longshore/contract/text/ch/parts/billing.ts')).billingTexts,
  },
  overview: {
    en: async () => (await import('@longshore/contract/text/en/parts/overview.ts')).overviewTexts,
    ch: async () => (await import('@longshore/contract/text/ch/parts/overview.ts')).overviewTexts,
  },
  settings: {
    en: async () => (await import('@longshore/contract/text/en/parts/settings.ts')).settingTexts,
    ch: async () => (await import('@longshore/contract/text/ch/parts/settings.ts')).settingTexts,
  },
  work: {
    en: async () => (await import('@longshore/contract/text/en/parts/work.ts')).workTexts,
    ch: async () => (await import('@longshore/contract/text/ch/parts/work.ts')).workTexts,
  },
  waves: {
    en: async () => (await import('@longshore/contract/text/en/parts/waves.ts')).waveTexts,
    ch: async () => (await import('@longshore/contract/text/ch/parts/waves.ts')).waveTexts,
  },
  camera: {
    en: async () => (await import('@longshore/contract/text/en/parts/camera.ts')).cameraTexts,
    ch: async () => (await import('@longshore/contract/text/ch/parts/camera.ts')).cameraTexts,
  },
} satisfies Record<string, TextPart>;

export type PartName = keyof typeof parts;

/**
 * The area that the texts of a screen are declared under: the first segment of its address. The home of the floor has
 * its own area, because it is the first screen of a slow device and needs few of the texts.
 */
export function textAreaOf(path: string): string {
  const [, first = '', second] = path.split('/');
  return first === 'floor' && second ? 'floor/' : first;
}

/** Which parts the screens show, by their area. */
export const TEXTS_OF_SCREENS: Record<string, readonly PartName[]> = {
  '': ['overview'],
  billing: ['goods', 'billing', 'settings'],
  carts: ['goods', 'waves'],
  clients: ['billing', 'settings'],
  company: ['relations', 'channels', 'shipping', 'settings'],
  configurations: ['relations', 'settings'],
  counts: ['goods', 'settings'],
  exceptions: ['overview'],
  floor: ['floor', 'work'],
  'floor/': ['desk', 'relations', 'goods', 'floor', 'orders', 'work', 'waves'],
  f: ['relations', 'goods', 'orders', 'channels', 'shipping', 'billing', 'settings'],
  integrations: ['relations', 'goods', 'orders', 'channels', 'shipping', 'settings'],
  faces: ['goods', 'work'],
  inventories: ['goods', 'orders'],
  licenses: ['goods', 'settings'],
  locations: ['goods'],
  orders: ['relations', 'goods', 'orders', 'shipping'],
  profiles: ['settings'],
  relations: ['relations'],
  reports: ['goods', 'billing', 'settings'],
  serials: ['goods', 'settings'],
  shipments: ['relations', 'orders'],
  statements: ['billing'],
  system: ['goods', 'channels', 'shipping', 'overview', 'settings'],
  totes: ['goods', 'waves'],
  users: ['settings'],
  waves: ['waves'],
  work: ['work'],
};

const ALL = Object.values(parts);

/** The camera belongs to no screen: its texts are loaded when it is opened. */
export const readCameraTexts = () => readParts([parts.camera]);

export const readAllTexts = () => readParts(ALL);

/** Loads the texts of a screen. Without a declaration all of them: a screen without words is worse than a slow one. */
export function readTextsOf(path: string): Promise<void> {
  const declared = TEXTS_OF_SCREENS[textAreaOf(path)];
  return declared ? readParts(declared.map((name) => parts[name])) : readAllTexts();
}

// A refusal may come from any module, and its message is among that module's texts.
setMissingTextLoader(readAllTexts);
