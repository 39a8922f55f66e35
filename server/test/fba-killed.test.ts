import { api } from '@longshore/contract';
import { expect, test } from 'vitest';
import {
  boss,
  done,
  EARLY_STEPS,
  killedAt,
  LIVES,
  orderOf,
  PLAN,
  REPEATABLE,
  rows,
  seller,
  sellerWithKillableJobs,
  shipmentOf,
  testKilledSteps,
} from './killed-fba.ts';

const { fba } = api;

sellerWithKillableJobs();

test.each(
  Object.entries(PLAN).flatMap(([stage, operation]) =>
    LIVES.map(([life, moments]) => [stage, life, operation, moments] as const),
  ),
)(
  'the call %s of a plan that is killed %s has one effect',
  async (stage, _, operation, moments) => {
    const [before, made] = [done(operation), seller().plans.size];
    const orderId = await orderOf();
    await killedAt(moments, stage, operation, () => boss.ok(fba.plan, { params: { id: orderId } }));
    await shipmentOf(orderId);
    expect(seller().plans.size - made).toBe(1);
    if (!REPEATABLE.has(stage)) expect(done(operation) - before).toBe(1);
    expect(await rows('select from shipments where order_id = $1', orderId)).toHaveLength(1);
  },
  300_000,
);

testKilledSteps(EARLY_STEPS);
