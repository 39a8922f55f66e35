import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { screens } from '@longshore/contract/text/en/screens.ts';
import { describe, expect, test } from 'vitest';
import { plainWords } from '../../ui/resource/plain-words.ts';
import { readAllTexts } from './parts.ts';
import { changeLanguage, readFrameTexts, translate, translateReason } from './text.ts';

const source = fileURLToPath(new URL('../../', import.meta.url));

/** Keys that code puts together at run time, `*` for the part that is known only then. */
const BUILT = [
  'badges.kinds.*',
  'badges.states.*',
  'billing.accrual.states.*',
  'billing.rateCards.tabs.*',
  'billing.unbilled.fix.*',
  'billing.unbilled.fixHint.*',
  'billing.unbilled.reasons.*',
  'billing.unbilled.why.*',
  'camera.problems.*',
  'clients.orderNotices.*',
  'company.colours.*',
  'company.paper.*',
  'configurations.*',
  'configurations.add.*',
  'configurations.hint.*',
  'configurations.labelRules.*',
  'configurations.many.*',
  'configurations.one.*',
  'counts.states.*',
  'counts.statuses.*',
  'counts.tileHints.*',
  'counts.tiles.*',
  'dashboard.before.*',
  'dashboard.inboundThis.*',
  'dashboard.ordersPer.*',
  'dashboard.outboundThis.*',
  'dashboard.periods.*',
  'dashboard.shipmentsPer.*',
  'dashboard.stepHints.*',
  'dashboard.steps.*',
  'errors.*',
  'exceptions.age.*',
  'exceptions.noneOfView.*',
  'exceptions.severities.*',
  'exceptions.until.*',
  'exceptions.views.*',
  'faces.states.*',
  'fba.boxes.*.action',
  'fba.boxes.*.text',
  'fba.boxes.*.title',
  'fba.content.*',
  'fba.documentHints.*',
  'fba.documentNames.*',
  'fba.feedStates.*',
  'fba.feedTypes.*',
  'fba.kinds.*',
  'fba.papers.hints.*',
  'fba.papers.later.*',
  'fba.papers.names.*',
  'fba.side.*',
  'fba.states.*',
  'forms.calendar.*',
  'freight.form.*',
  'freight.form.lists.*',
  'freight.states.*',
  'fulfilment.buckets.*',
  'fulfilment.excel.hint.*',
  'fulfilment.excel.uploadTitle.*',
  'fulfilment.expect.*',
  'fulfilment.expect.item.*',
  'fulfilment.hint.*',
  'fulfilment.largerBuckets.*',
  'fulfilment.noBuckets.*',
  'fulfilment.open.*',
  'fulfilment.readyHint.*',
  'fulfilment.refused.*',
  'fulfilment.steps.*',
  'fulfilment.steps.plate.*',
  'fulfilment.titleOf.*',
  'integrations.order.steps.*',
  'integrations.orders.states.*',
  'integrations.runs.starters.*',
  'inventory.binTypes.*',
  'inventory.editType.*',
  'inventory.types.*',
  'labels.accounts.cacheDone.*',
  'labels.accounts.cached.*',
  'labels.accounts.entered.*',
  'labels.accounts.names.*',
  'labels.accounts.neverCached.*',
  'labels.accounts.places.*',
  'labels.accounts.purpose.*',
  'labels.blocked.*',
  'labels.customsFields.*',
  'labels.formats.*',
  'labels.states.*',
  'labels.steps.*',
  'lists.chips.*',
  'lists.datesChips.*',
  'lists.operators.*',
  'locations.sides.*',
  'locations.types.*',
  'marketplace.kinds.*',
  'marketplace.methods.*',
  'messages.*',
  'navigation.ofClient.*',
  'navigation.orders.*',
  'navigation.shipments.*',
  'onFloor.none.*',
  'onFloor.notes.*',
  'onFloor.replenish.wrong.*',
  'onFloor.tiles.*',
  'onFloor.wave.wrong.*',
  'operations.mailStates.*',
  'orders.conditions.*.account',
  'orders.conditions.*.email',
  'orders.conditions.*.name',
  'orders.form.addressForRelation.*',
  'orders.form.chooseRelation.*',
  'orders.form.noAddress.*',
  'orders.form.relationNone.*',
  'orders.ship.*.*',
  'orders.ship.*.done',
  'orders.ship.*.part',
  'orders.ship.*.partTitle',
  'orders.ship.*.save',
  'orders.shipmentStatuses.*',
  'orders.shipmentView.trackingStatuses.*',
  'orders.statuses.*',
  'orders.types.*.*',
  'orders.types.*.create',
  'orders.types.*.noneYet',
  'orders.types.*.one',
  'packing.*',
  'packing.cannot.*',
  'packing.refused.*',
  'papers.customs.facts.*',
  'papers.job.*',
  'permissions.*',
  'permissions.groups.*',
  'permissions.keys.*',
  'profile.device.makers.*',
  'profile.device.steps.*',
  'records.kinds.*',
  'relations.*.create',
  'relations.*.edit',
  'relations.*.import',
  'relations.*.make',
  'relations.*.many',
  'relations.*.noneYet',
  'relations.addressTypes.*',
  'relations.payments.*',
  'reports.formats.*',
  'reports.names.*',
  'reports.periods.*',
  'reports.subscriptions.frequencies.*',
  'reports.subscriptions.periods.*',
  'reports.tasks.frequencies.*',
  'reports.tasks.frequencyHints.*',
  'reports.tasks.mails.*',
  'reports.tasks.states.*',
  'scan.*',
  'scan.is.*',
  'scan.paper.*',
  'serials.states.*',
  'session.demo.*',
  'shell.kinds.*',
  'shipments.incoterm.names.*',
  'shipments.noneOfClient.*',
  'shipments.noneYet.*',
  'station.states.*',
  'stock.holders.*',
  'tasks.ages.*',
  'tasks.kinds.*',
  'tasks.priorities.*',
  'waves.lineKinds.*',
  'waves.loosen.*',
  'waves.shipmentStates.*',
  'waves.states.*',
  'waves.whys.*',
];
interface Texts {
  [key: string]: string | Texts;
}

const flat = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[prefix + key, text]] : flat(text, `${prefix}${key}.`),
  );

const keys = flat(screens).map(([key]) => key);
const withoutPlural = (key: string) => key.replace(/_(one|other)$/, '');

const codeIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path: string) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.startsWith('text'))
    .map((path: string) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');
const code = codeIn(source);
// Declared fields name their labels in the contract.
const declared = codeIn(join(source, '../../contract/src'));
const quoted = new Set([...`${code}${declared}`.matchAll(/['"`]([a-z]+\.[\w.]+)['"`]/gi)].map(([, key]) => key));
// A plain screen says the same eight things of every resource: `plainWords('locations')`.
for (const [, area] of code.matchAll(/plainWords\('(\w+)'\)/g))
  for (const key of Object.values(plainWords(area as never))) quoted.add(key);
const areas = Object.keys(screens);
const built = [...code.matchAll(/`((?:[\w.]|\$\{[^}`]*\})*)`/g)]
  .map(([, template = '']) => template.replace(/\$\{[^}]*\}/g, '*'))
  .filter((pattern) => pattern.includes('*') && areas.includes(pattern.split('.')[0] ?? ''));
const fits = (pattern: string, key: string) => {
  const parts = [pattern.split('.'), withoutPlural(key).split('.')] as const;
  return parts[0].length === parts[1].length && parts[0].every((part, at) => part === '*' || part === parts[1][at]);
};

describe('texts', () => {
  test('none is unused', () => {
    const isBuilt = (key: string) => BUILT.some((pattern) => fits(pattern, key));
    // The API answers every outcome by its sentence; the screens show some of them.
    const isOfServer = (key: string) => key.startsWith('outcomes.');
    const unused = keys.filter((key) => !isBuilt(key) && !isOfServer(key) && !quoted.has(withoutPlural(key)));
    expect(unused).toEqual([]);
  });

  test('every key that code builds is declared above, and none too many', () => {
    expect([...new Set(built)].sort()).toEqual(BUILT);
  });
});

test.each([
  ['10002', '库位重复'],
  ['40002:ShortAtPlace:OAK-1\t3\t2', '库存数量不足：OAK-1：需要 3，该处只有 2'],
  ['TooLong:255', '最多 255 个字符'],
  ['40005:ShipmentIsInState:In Warehouse', '发货单无效：发货单状态为 在库'],
  ['30007:OrderIsInState:Cancelled', '订单不是待处理状态：订单状态为 已取消'],
  ['PartIsMiswritten:PART-1', '请写成 SKU*数量：PART-1'],
  ['NotSavedAlone:SKU', '未保存，因为 SKU 相同的另一行未能保存'],
  ['EarlierNotDelivered:EndpointAnswered:500: oops', '同一记录较早的一条未送达：接口返回 500: oops'],
  // Stored by an older release: there is no key beside the sentence.
  ['', 'The roof leaks'],
])('the stored reason %j is shown in the reader’s language', async (key, shown) => {
  Object.assign(globalThis, { document: { documentElement: { lang: '' } } });
  await Promise.all([readFrameTexts(), readAllTexts()]);
  await changeLanguage('ch');
  expect(translateReason(translate, key, 'The roof leaks')).toBe(shown);
});
