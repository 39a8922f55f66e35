// @vitest-environment jsdom
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { addressAfterSwitch } from './client-address.ts';
import { draftStore, removeDraftsOf, removeOldDrafts, withDraft } from './drafts.ts';

const mine = { userId: 1, clientId: 7 };

afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

describe('a draft', () => {
  it('is read by its own user and client only, for its own record', () => {
    draftStore(mine, 'item 3').write({ name: 'Typed' });
    expect(draftStore(mine, 'item 3').read()?.values).toEqual({ name: 'Typed' });
    expect(draftStore({ ...mine, userId: 2 }, 'item 3').read()).toBeUndefined();
    expect(draftStore({ ...mine, clientId: 8 }, 'item 3').read()).toBeUndefined();
    expect(draftStore(mine, 'item 4').read()).toBeUndefined();
  });

  it('holds no secret, at any depth', () => {
    const store = draftStore(mine, 'webhook new');
    store.write({ endpoint: 'x', hash_key: 's3cret', ftp_config: { username: 'u', password: 's3cret' } });
    expect(JSON.stringify(localStorage)).not.toContain('s3cret');
    expect(store.read()?.values).toEqual({ endpoint: 'x', ftp_config: { username: 'u' } });
  });

  it('holds no key of a connection, but the address of its shop', () => {
    const store = draftStore(mine, 'integration new');
    store.write({ o_auth_token: 'https://shop.test', access_token: 's3cret', key_1: 's3cret', key_5: 's3cret' });
    expect(JSON.stringify(localStorage)).not.toContain('s3cret');
    expect(store.read()?.values).toEqual({ o_auth_token: 'https://shop.test' });
    store.keys.keep('{"key_1":"s3cret"}', 'sent');
    expect(store.keys.find('{"key_1":"s3cret"}')).toBeUndefined();
  });

  it('keeps the key of what was sent while it changes, unless a secret was sent', () => {
    const { keys, write, remove } = draftStore(mine, 'item 3');
    keys.keep('{"name":"Typed"}', 'no draft yet');
    expect(keys.find('{"name":"Typed"}')).toBeUndefined();
    write({ name: 'Typed' });
    keys.keep('{"name":"Typed"}', 'first');
    keys.keep('{"password":"x"}', 'second');
    write({ name: 'Typed more' });
    expect(['{"name":"Typed"}', '{"password":"x"}', '{}'].map(keys.find)).toEqual(['first', undefined, undefined]);
    keys.forget('{"name":"Typed"}');
    expect(keys.find('{"name":"Typed"}')).toBeUndefined();
    remove();
  });

  it('is forgotten after a week', () => {
    vi.useFakeTimers();
    draftStore(mine, 'item 3').write({ name: 'Typed' });
    vi.advanceTimersByTime(8 * 86_400_000);
    expect(draftStore(mine, 'item 3').read()).toBeUndefined();
  });

  it('that is never offered again does not stay in the browser', () => {
    vi.useFakeTimers();
    draftStore(mine, 'item 3').write({ name: 'Old' });
    localStorage.setItem('longshore-draft/2/7/item 4', '{"at":');
    localStorage.setItem('another key', 'kept');
    vi.advanceTimersByTime(8 * 86_400_000);
    draftStore(mine, 'item 5').write({ name: 'New' });
    removeOldDrafts();
    expect(Object.keys(localStorage).sort()).toEqual(['another key', 'longshore-draft/1/7/item 5']);
  });

  it('of an older version of its record is removed; one of a newer version waits for it', () => {
    const storeAt = (version: string) => draftStore(mine, 'carrier 3', version);
    storeAt('2026-11-15').write({ account: 'Typed' });
    expect(storeAt('2026-11-14').read()).toBeUndefined();
    expect(storeAt('2026-11-15').read()?.values).toEqual({ account: 'Typed' });
    expect(storeAt('2026-11-16').read()).toBeUndefined();
    expect(localStorage).toHaveLength(0);
  });

  it('that cannot be read is no draft', () => {
    localStorage.setItem('longshore-draft/1/7/item 3', '{"at":');
    expect(draftStore(mine, 'item 3').read()).toBeUndefined();
  });
});

test.each([
  ['a changed field', { name: 'a', qty: 1 }, { name: 'b' }, { name: 'b', qty: 1 }],
  ['a field that was emptied', { lot: 3 }, { lot: null }, { lot: null }],
  [
    'a nested field beside one that was left out',
    { at: { city: '', pin: 'x' } },
    { at: { city: 'b' } },
    { at: { city: 'b', pin: 'x' } },
  ],
  ['keys of a map', { access: {} }, { access: { view: true } }, { access: { view: true } }],
  ['nothing that the form does not know', { name: 'a' }, { other: 1 }, { name: 'a' }],
  ['nothing of another type', { qty: 1, list: [] }, { qty: 'x', list: {} }, { qty: 1, list: [] }],
])('a restored form takes %s', (_what, values, draft, merged) => {
  expect(withDraft(values, draft)).toEqual(merged);
});

test.each([
  ['/inventories/12/action/view', '/inventories/default/on_page%3D1/list'],
  ['/relations/vendor/3/action/edit', '/relations/vendor/on_page%3D1'],
  ['/serials/8/action/view', '/serials/on_page%3D1'],
  ['/orders/Customer-Order/7/action/view', '/orders/Customer-Order/default/on_page%3D1'],
  ['/inventories/new/action/edit', '/inventories/new/action/edit'],
  ['/inventories/12/on_page%3D2', '/inventories/12/on_page%3D2'],
  ['/clients/2/action/view', '/clients/2/action/view'],
])('after a switch of the client %s leads to %s', (address, next) => {
  expect(addressAfterSwitch(address)).toBe(next);
});

it('signing out removes the drafts of this user, and stores no more', () => {
  draftStore(mine, 'item 3').write({ name: 'Typed' });
  draftStore({ ...mine, userId: 12 }, 'item 3').write({ name: 'Theirs' });
  removeDraftsOf(1);
  draftStore(mine, 'item 4').write({ name: 'Late' });
  expect(Object.keys(localStorage)).toEqual(['longshore-draft/12/7/item 3']);
});
