import { describe, expect, it, test } from 'vitest';
import { PHRASE_LISTS, type PhraseField } from './phrase-lists.ts';
import type { FoundName } from './phrase-offer.ts';
import { mayBePhrase, nameSpans, type Restriction, readPhrase } from './read-phrase.ts';

/** A Wednesday. */
const TODAY = '2026-11-18';

/**
 * What the company of these tests has, as the server would find it in a phrase: whole names, and clients by their first
 * words.
 */
const RECORDS: Omit<FoundName, 'span'>[] = [
  { kind: 'client', id: 1, name: 'Kiwi' },
  { kind: 'client', id: 2, name: 'Northfield Outdoor' },
  { kind: 'client', id: 3, name: 'Open Road' },
  { kind: 'client', id: 4, name: 'Harbor Trading' },
  { kind: 'client', id: 5, name: '北田户外' },
  { kind: 'customer', id: 11, name: 'Harbor Books' },
  { kind: 'customer', id: 12, name: 'Late Harvest Foods' },
  { kind: 'customer', id: 13, name: 'Kiwi' },
  { kind: 'customer', id: 14, name: '海港书店' },
  { kind: 'vendor', id: 21, name: 'Today Coffee Imports' },
  { kind: 'courier', id: 31, name: 'FedEx Ground' },
  { kind: 'item', id: 41, name: 'KC-ETH-250' },
];
const wholeWords = (text: string) => ` ${text.toLowerCase()} `;
function namesIn(text: string): FoundName[] {
  return nameSpans(text).flatMap((span) =>
    RECORDS.filter(({ kind, name }) => {
      const isBeginning = kind === 'client' && wholeWords(name).startsWith(` ${span} `);
      return (
        name.toLowerCase() === span || isBeginning || (kind === 'client' && name === '北田户外' && span === '北田')
      );
    }).map((record) => ({ ...record, span })),
  );
}

const fieldName = ({ relation, field }: PhraseField) => (relation ? `${relation}.${field}` : field);
function shown(restriction: Restriction): string {
  if ('filter' in restriction) return `${restriction.filter}=${restriction.values.join('|')}`;
  if ('search' in restriction) return `search ${restriction.search}`;
  if ('client' in restriction) return `client ${restriction.client.name}`;
  return `${fieldName(restriction.field)} ${restriction.operator} ${restriction.value}`;
}

/** Each understanding as a line: `shipping: late=1, client_id=1`. */
const read = (text: string, audience: 'main' | 'client') =>
  readPhrase(text, {
    today: TODAY,
    names: namesIn(text),
    lists: PHRASE_LISTS.filter((list) => list.audience === 'all' || list.audience === audience),
  }).map(
    ({ list, restrictions, isComplete }) =>
      `${list.name}${isComplete ? '' : '?'}: ${restrictions.map(shown).join(', ')}`,
  );

const both = (rest: string) => [`shipping: ${rest}`, `receiving: ${rest}`];
const orders = (rest: string) => [`customer orders: ${rest}`, `vendor orders: ${rest}`];
const NOTHING: string[] = [];

describe('English', () => {
  it.each<[string, string[]]>([
    [
      'late shipments of Kiwi',
      both('late=1, client_id=1').concat(both('late=1, relation.name = Kiwi')).toSorted(byList),
    ],
    ['late', ['shipping: late=1']],
    ['Overdue Shipments?', both('late=1')],
    ['late outbound shipments of northfield', ['shipping: late=1, client_id=2']],
    ['shipments of Northfield Outdoor that are not late', both('client_id=2, late=0')],
    ['late receipts', ['receiving: late=1']],
    // Shipments answer when an order is late, or when it was shipped.
    ['late orders', both('late=1')],
    ['orders late', both('late=1')],
    ['late customer orders of Kiwi', ['shipping: late=1, client_id=1', 'shipping: late=1, relation.name = Kiwi']],
    ['overdue purchase orders', ['receiving: late=1']],
    ['orders shipped yesterday', ['shipping: finished_date = 2026-11-17']],
    ['customer orders shipped last week', ['shipping: finished_date >= 2026-11-09, finished_date <= 2026-11-15']],
    ['orders received yesterday', ['receiving: finished_date = 2026-11-17']],
    ['orders from yesterday not shipped', ['customer orders: created_at = 2026-11-17, status=Open|Processed']],
    ['unshipped customer orders', ['customer orders: status=Open|Processed']],
    ['open orders', orders('status=Open')],
    ['show me all cancelled orders', orders('status=Cancelled')],
    ['orders not cancelled', orders('status=Open|Processed|Finished')],
    ['open and processed orders', orders('status=Open|Processed')],
    ['back-ordered', ['customer orders: bo=1']],
    ['back ordered orders of Harbor Books', ['customer orders: bo=1, relation.name = Harbor Books']],
    ['orders of Late Harvest Foods', ['customer orders: relation.name = Late Harvest Foods']],
    ['orders from Today Coffee Imports', ['vendor orders: relation.name = Today Coffee Imports']],
    ['purchase orders not received', ['vendor orders: status=Open|Processed']],
    ['sales orders from last week', ['customer orders: created_at >= 2026-11-09, created_at <= 2026-11-15']],
    ['customer orders since Monday', ['customer orders: created_at >= 2026-11-16']],
    ['customer orders before 1 March', ['customer orders: created_at <= 2026-02-28']],
    ['customer orders after March 1st, 2025', ['customer orders: created_at >= 2025-03-02']],
    ['customer orders in the last 7 days', ['customer orders: created_at >= 2026-11-12, created_at <= 2026-11-18']],
    [
      'customer orders from 2026-10-01 to 2026-10-15',
      ['customer orders: created_at >= 2026-10-01, created_at <= 2026-10-15'],
    ],
    ['customer orders of the last two weeks', ['customer orders: created_at >= 2026-11-04, created_at <= 2026-11-18']],
    ['customer orders updated today', ['customer orders: updated_at = 2026-11-18']],
    ['customer orders created in October', ['customer orders: created_at >= 2026-10-01, created_at <= 2026-10-31']],
    ['orders with KC-ETH-250', orders('lines.sku = KC-ETH-250')],
    ['orders of client Kiwi', orders('client Kiwi')],
    ['customer orders of customer Kiwi', ['customer orders: relation.name = Kiwi']],
    [
      'returns from last month',
      [
        'customer returns: created_at >= 2026-10-01, created_at <= 2026-10-31',
        'vendor returns: created_at >= 2026-10-01, created_at <= 2026-10-31',
      ],
    ],
    ['shipments shipped yesterday', ['shipping: finished_date = 2026-11-17']],
    ['outbound shipments due tomorrow', ['shipping: ship_date = 2026-11-19']],
    ['outbound due in 3 days', ['shipping: ship_date >= 2026-11-18, ship_date <= 2026-11-21']],
    ['ready to ship shipments via FedEx Ground', both('status=Ready, courier.name = FedEx Ground')],
    ['held shipments', both('held=1')],
    ['shipments without labels', ['shipping: lacks_labels=1']],
    ['labels missing', ['shipping: lacks_labels=1']],
    ['unbilled outbound shipments of Harbor Trading', ['shipping: billed=0, client_id=4']],
    ['outbound not packed', ['shipping: packed = 0']],
    ['outbound shipments with more than 5 cartons', ['shipping: carton_count > 5']],
    ['expiring in 30 days', ['inventory: lots.expire_date <= 2026-12-18']],
    ['stock expiring within 2 weeks', ['inventory: lots.expire_date <= 2026-12-02']],
    ['lots expiring before 1 March 2027', ['inventory: lots.expire_date <= 2027-02-28']],
    ['expired items', ['inventory: lots.expire_date < 2026-11-18']],
    ['expiring soon', ['inventory: lots.expire_date <= 2026-12-18']],
    ['quarantined stock', ['inventory: quarantined > 0']],
    ['items with less than 10 in stock', ['inventory: in_stock < 10']],
    ['items available under 5', ['inventory: available < 5']],
    ['out of stock', ['inventory: in_stock = 0']],
    ['inactive kits', ['inventory: is_active=0, type=Kit']],
    ['plates of Kiwi', ['licenses: client_id=1']],
    ['serial numbers quarantined', ['serials: state=quarantined']],
    ['open counts of Northfield', ['counts: state=open, client_id=2']],
    ['picking bins', ['locations: type=P']],
    ['charges of Kiwi last month', ['billing entries: client_id=1, bill_date >= 2026-10-01, bill_date <= 2026-10-31']],
    // A name that is also a word is a name after "of", and a word elsewhere.
    ['shipments of Open Road', both('client_id=3')],
    // Ambiguous: one row for each.
    ['plates of Harbor', ['licenses: client_id=4']],
    // What nobody knows becomes the list's own search, or the other party's name.
    ['order SO-10442', ['customer orders?: search SO-10442', 'vendor orders?: search SO-10442']],
    ['late outbound shipments PT-12', ['shipping?: late=1, search PT-12']],
    ['customer orders of Bright and Early', ['customer orders?: relation.name contain Bright and Early']],
  ])('%s', (text, expected) => expect(read(text, 'main').toSorted(byList)).toEqual(expected.toSorted(byList)));

  it.each([
    'KC-ETH-250',
    'LATE-01',
    'late-harvest',
    'Late Harvest Foods',
    'late harvest',
    'ready meals',
    'open box',
    'orders',
    'shipments',
    'Kiwi',
    '18 November 2026',
    'today',
    'orders held',
    'vendor orders shipped yesterday',
    'shipments of vendor orders',
    'expiring next month and last year',
    'customer orders created in 30 days',
    'orders between the lines',
    'not',
    'orders before 31 February',
    'the stock market is late today again somehow',
    '1042',
    '',
    '<script>alert(1)</script>',
    "orders of '; drop table orders; --",
  ])('is a plain search: %s', (text) => {
    expect(read(text, 'main').filter((line) => !line.includes('?'))).toEqual(NOTHING);
  });
});

describe('Chinese', () => {
  it.each<[string, string[]]>([
    ['迟到的发货', ['shipping: late=1']],
    ['逾期', ['shipping: late=1']],
    ['逾期的发货单', ['shipping: late=1']],
    ['逾期的订单', both('late=1')],
    ['逾期的客户订单', ['shipping: late=1']],
    ['昨天已发货的订单', ['shipping: finished_date = 2026-11-17']],
    ['昨天发货的订单', ['shipping: finished_date = 2026-11-17']],
    ['Kiwi的逾期发货', ['shipping: client_id=1, late=1', 'shipping: relation.name = Kiwi, late=1']],
    ['北田户外的发货单', ['shipping: client_id=5']],
    ['北田逾期的收货', ['receiving: client_id=5, late=1']],
    ['昨天未发货的客户订单', ['customer orders: created_at = 2026-11-17, status=Open|Processed']],
    ['昨天的订单', orders('created_at = 2026-11-17')],
    ['上周的客户订单', ['customer orders: created_at >= 2026-11-09, created_at <= 2026-11-15']],
    ['上周一的客户订单', ['customer orders: created_at = 2026-11-09']],
    ['周一以来的客户订单', ['customer orders: created_at >= 2026-11-16']],
    ['3月1日之前的客户订单', ['customer orders: created_at <= 2026-02-28']],
    [
      '2026年10月1日到2026年10月15日的客户订单',
      ['customer orders: created_at >= 2026-10-01, created_at <= 2026-10-15'],
    ],
    ['最近7天的客户订单', ['customer orders: created_at >= 2026-11-12, created_at <= 2026-11-18']],
    ['最近三十天创建的客户订单', ['customer orders: created_at >= 2026-10-20, created_at <= 2026-11-18']],
    ['今天更新的客户订单', ['customer orders: updated_at = 2026-11-18']],
    ['10月份的客户订单', ['customer orders: created_at >= 2026-10-01, created_at <= 2026-10-31']],
    ['待处理的订单', orders('status=Open')],
    ['已取消的客户订单', ['customer orders: status=Cancelled']],
    ['欠货', ['customer orders: bo=1']],
    ['欠货的客户订单', ['customer orders: bo=1']],
    ['海港书店的订单', ['customer orders: relation.name = 海港书店']],
    ['未到货的采购订单', ['vendor orders: status=Open|Processed']],
    [
      '上个月的退货',
      [
        'customer returns: created_at >= 2026-10-01, created_at <= 2026-10-31',
        'vendor returns: created_at >= 2026-10-01, created_at <= 2026-10-31',
      ],
    ],
    ['昨天已发货的发货单', ['shipping: finished_date = 2026-11-17']],
    ['明天要发的发货单', ['shipping: ship_date = 2026-11-19']],
    ['未完成的发货单', ['shipping: status=In Warehouse|Ready']],
    ['待发的发货单', ['shipping: status=Ready']],
    ['锁定的发货单', ['shipping: held=1']],
    ['缺面单的发货单', ['shipping: lacks_labels=1']],
    ['未计费的发货单', ['shipping: billed=0']],
    ['未打包的发货单', ['shipping: packed = 0']],
    ['承运商 FedEx Ground 的发货单', ['shipping: courier.name = FedEx Ground']],
    ['超过5个纸箱的发货单', ['shipping: carton_count > 5']],
    ['30天内过期', ['inventory: lots.expire_date <= 2026-12-18']],
    ['三十天内到期的商品', ['inventory: lots.expire_date <= 2026-12-18']],
    ['即将过期的批次', ['inventory: lots.expire_date <= 2026-12-18']],
    ['已过期的库存', ['inventory: lots.expire_date < 2026-11-18']],
    ['隔离的库存', ['inventory: quarantined > 0']],
    ['库存少于10', ['inventory: in_stock < 10']],
    ['可用少于5的商品', ['inventory: available < 5']],
    ['没有库存的商品', ['inventory: in_stock = 0']],
    ['停用的套装', ['inventory: is_active=0, type=Kit']],
    ['Kiwi的托盘', ['licenses: client_id=1']],
    ['拣货库位', ['locations: type=P']],
    ['上个月Kiwi的费用', ['billing entries: bill_date >= 2026-10-01, bill_date <= 2026-10-31, client_id=1']],
    ['请显示所有逾期的发货单。', ['shipping: late=1']],
    ['订单 SO-10442', ['customer orders?: search SO-10442', 'vendor orders?: search SO-10442']],
  ])('%s', (text, expected) => expect(read(text, 'main').toSorted(byList)).toEqual(expected.toSorted(byList)));

  it.each(['北田户外', '订单', '今天', '海港', '过滤器', '下周创建的客户订单', '不', '一'])(
    'is a plain search: %s',
    (text) => expect(read(text, 'main').filter((line) => !line.includes('?'))).toEqual(NOTHING),
  );
});

const LIST_ORDER = PHRASE_LISTS.map(({ name }) => name);
function byList(one: string, other: string): number {
  const place = (line: string) => LIST_ORDER.indexOf(line.split(/[:?]/)[0] ?? '');
  return place(one) - place(other) || (one < other ? -1 : 1);
}

describe('a client user', () => {
  it.each<[string, string[]]>([
    ['late shipments', ['own shipments: late=1', 'own deliveries: late=1']],
    ['迟到的发货', ['own shipments: late=1']],
    ['orders from yesterday not shipped', ['customer orders: created_at = 2026-11-17, status=Open|Processed']],
    // Their list of shipments has no such condition.
    ['shipments shipped yesterday', []],
    ['held shipments', []],
    ['plates', []],
  ])('%s', (text, expected) => expect(read(text, 'client')).toEqual(expected));
});

test('what a phrase says is a filter or condition that the list declares', () => {
  for (const { name, spec, filters, says, days, numbers, names } of PHRASE_LISTS) {
    const fields = [
      ...says.flatMap((word) => ['field' in word.says ? word.says.field : [], word.dated ?? [], word.counted ?? []]),
      ...[...days, ...numbers].map(({ field }) => field),
      ...Object.values(names).map((use) => (use !== 'working client' && 'field' in use ? use.field : [])),
    ].flat();
    for (const { relation, field } of fields)
      expect([name, relation, field, spec.conditions[relation]?.[field]]).not.toContain(undefined);
    const said = says.flatMap(({ says: saying }) => ('filter' in saying ? [saying] : []));
    for (const { filter, values } of [
      ...said,
      ...filters.map((each) => ({ filter: each.name, values: Object.keys(each.values) })),
    ]) {
      expect([name, filter, spec.filters[filter]]).not.toContain(undefined);
      for (const value of values)
        expect([name, filter, spec.filters[filter]]).toEqual([name, filter, expect.arrayContaining([value])]);
    }
    for (const use of Object.values(names))
      if (use !== 'working client' && 'filter' in use) expect([name, use.filter in spec.filters]).toEqual([name, true]);
  }
});

test('names are looked for only when a text can be a phrase', () => {
  expect(mayBePhrase('late shipments of Kiwi')).toBe(true);
  expect(mayBePhrase('KC-ETH-250')).toBe(false);
  expect(mayBePhrase('海港书店')).toBe(false);
  expect(nameSpans('a b')).toEqual(['a b']);
  expect(nameSpans(`${'word '.repeat(60)}`).length).toBeLessThan(200);
});

test('reading takes little time, whatever is typed', () => {
  const texts = [
    'late shipments of Kiwi',
    '昨天未发货的客户订单',
    'a'.repeat(100),
    '的'.repeat(100),
    'last 9 '.repeat(14),
    '1 '.repeat(50),
  ];
  for (const text of texts) read(text, 'main');
  const start = performance.now();
  for (const text of texts) read(text, 'main');
  expect(performance.now() - start).toBeLessThan(1000);
});
