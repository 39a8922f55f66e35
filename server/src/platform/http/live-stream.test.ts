import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { api } from '@longshore/contract';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { LIVE_CHANNEL } from '../events/dispatch.ts';
import { STREAMS_PER_USER } from './live-stream.ts';

async function openStream(it: TestApp, token: string) {
  const call = request(`${it.url}/api/v3/live`, { agent: false, headers: { authorization: `Bearer ${token}` } }).end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const stream = { response, isOver: false };
  response.on('end', () => (stream.isOver = true));
  await once(response, 'data');
  return stream;
}

test('a user has five live streams; one more closes the oldest, and no stream of another user', async () => {
  const it = await testApp({ listen: true });
  const [client, other] = [await it.as('client'), await it.as('staff')];
  const theirs = await openStream(it, other.token);
  const streams: Awaited<ReturnType<typeof openStream>>[] = [];
  for (let n = 0; n <= STREAMS_PER_USER; n++) streams.push(await openStream(it, client.token));
  await expect.poll(() => streams.map(({ isOver }) => isOver)).toEqual([true, ...Array(STREAMS_PER_USER).fill(false)]);
  expect(theirs.isOver).toBe(false);
  // A stream that its caller closed leaves its place to another one.
  streams[1]?.response.destroy();
  await new Promise((resolve) => setTimeout(resolve, 300));
  streams.push(await openStream(it, client.token));
  expect(streams.slice(2).map(({ isOver }) => isOver)).toEqual(Array(STREAMS_PER_USER).fill(false));
  for (const { response } of [...streams, theirs]) response.destroy();
});

test('a stream that is no longer read is closed and does not fill the memory', async () => {
  const it = await testApp({ listen: true, connectionLimits: { heartbeatMs: 300 } });
  const { response } = await openStream(it, (await it.as('staff')).token);
  response.pause();
  const connections = () =>
    new Promise<number>((resolve) => it.http.server.getConnections((_, count) => resolve(count)));
  expect(await connections()).toBe(1);
  // More than the buffers of both sockets hold.
  const notices = JSON.stringify(Array(100).fill(['relation.saved', 1, 123456789]));
  await it.database.owner('select pg_notify($1, $2 || repeat(chr(32), n)) from generate_series(1, 4000) n', [
    LIVE_CHANNEL,
    notices,
  ]);
  await expect.poll(connections, { timeout: 40_000 }).toBe(0);
});

test('a stream ends at once when its session ends, and those of other sessions stay', async () => {
  const it = await testApp({ listen: true, worker: true, connectionLimits: { heartbeatMs: 600_000 } });
  const { id, caller } = await it.given.clientUser(1);
  const second = await it.signIn(caller.email);
  const [mine, other, third] = [
    await openStream(it, caller.token),
    await openStream(it, second.token),
    await openStream(it, (await it.as('staff')).token),
  ];
  await caller.ok(api.session.logout);
  await expect.poll(() => mine.isOver, { timeout: 10_000 }).toBe(true);
  expect([other.isOver, third.isOver]).toEqual([false, false]);
  const boss = await it.as('super');
  const body = { password: 'a quite long new password', password_confirmation: 'a quite long new password' };
  await boss.ok(api.users.setPassword, { params: { id }, body });
  await expect.poll(() => other.isOver, { timeout: 10_000 }).toBe(true);
  expect(third.isOver).toBe(false);
  third.response.destroy();
});
