import { readdirSync, readFileSync } from 'node:fs';
import { isMessage } from '@longshore/contract';
import { expect, test } from 'vitest';
import type { PartnerDeclaration } from '../modules/channels/index.ts';
import { amazon } from './amazon/index.ts';
import { freightAccount } from './freight/index.ts';
import { magento } from './magento/index.ts';
import { shippo } from './shippo/index.ts';
import { shipStationAccount } from './shipstation/account.ts';
import { shipStationOrder } from './shipstation/index.ts';
import { shopify } from './shopify/index.ts';
import { tradeGecko } from './tradegecko/index.ts';
import { woocommerce } from './woocommerce/index.ts';
import { zalora } from './zalora/index.ts';

const HERE = new URL('.', import.meta.url);
const FOLDERS = readdirSync(HERE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

function sourceOf(folder: string): string {
  const files = readdirSync(new URL(`${folder}/`, HERE)).filter((name) => /(?<!test)\.ts$/.test(name));
  return files.map((name) => readFileSync(new URL(`${folder}/${name}`, HERE), 'utf8')).join('\n');
}

/** What calls are about, as the source names it: the words before a colon. */
function subjectsOf(folder: string): string[] {
  const named = sourceOf(folder).matchAll(/\bsubject(?::| =) (?:'([^']+)'|`([^`]+)`)|downloadFile\(\w+, '([^']+)'/g);
  const words = [...named].map(([, quoted, template, passed]) => quoted ?? template ?? passed ?? '');
  return [...new Set(words.map((each) => each.split(': ')[0] ?? ''))].sort();
}

/** Why a partner's connector refuses something itself: as the source says it. */
function reasonsOf(folder: string): string[] {
  const named = sourceOf(folder).matchAll(
    /\b(?:reason|problem)(?::| =) (?:'([^']+)'|`([^`]+)`)|\breturn `([A-Z]\w+:[^`]*)`|PartnerProblem\(\s*'\w+',\s*(?:'([^']+)'|`([^`]+)`)/g,
  );
  const texts = [...named].map((found) => found.slice(1).find(Boolean) ?? '');
  // A word of the partner's own API, such as the reason of a change of stock.
  return texts.filter((text) => !/^[a-z]+$/.test(text));
}

/** By their folders. ShipStation is called by the company's account and by connections of clients. */
const DECLARED: Record<string, readonly PartnerDeclaration[]> = {
  amazon: [amazon],
  freight: [freightAccount],
  magento: [magento],
  shippo: [shippo],
  shipstation: [shipStationAccount, shipStationOrder],
  shopify: [shopify],
  tradegecko: [tradeGecko],
  woocommerce: [woocommerce],
  zalora: [zalora],
};

test('every partner is looked at', () => {
  expect(FOLDERS).toEqual(Object.keys(DECLARED));
});

test.each(Object.entries(DECLARED))('what calls to %s are about is said in every language', (folder, declared) => {
  const subjects = subjectsOf(folder);
  expect(subjects.length).toBeGreaterThan(3);
  const words = declared.map((partner) => partner.subjects?.ch ?? {});
  expect(subjects.filter((subject) => !words.some((known) => Object.hasOwn(known, subject)))).toEqual([]);
  for (const known of words) for (const word of Object.values(known)) expect(word).toMatch(/[\u4e00-\u9fff]/);
});

test('what a connector refuses itself is a message of the catalogue, never a sentence of one language', () => {
  const reasons = FOLDERS.flatMap(reasonsOf);
  expect(reasons.length).toBeGreaterThan(50);
  expect(reasons.filter((reason) => !isMessage(reason))).toEqual([]);
});
