// @vitest-environment jsdom
import type { BucketFound } from '@longshore/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { givenBrowser, show } from '../../../test/render.tsx';
import { Buckets } from './fulfil-buckets.tsx';
import { bucket, facts, PHONE } from './fulfil-fixtures.ts';
import type { FulfilScan } from './use-fulfil-scan.ts';

givenBrowser();

const given = (buckets: readonly BucketFound[], isFetching = false) => {
  const tap = vi.fn();
  const run = { tap } as unknown as FulfilScan;
  show(<Buckets run={run} line={PHONE} facts={{ ...facts({ buckets }), isFetching }} direction="outbound" />);
  return tap;
};

it('lists the buckets that the line can take with where they are, and a tap takes one', () => {
  const large = { ...bucket, id: 8, lead: 'S-9', units: 4 };
  const tap = given([large, bucket]);
  expect(screen.getByRole('button').textContent).toMatch(/^S-1\s*LP-9\s*A-01-1\s*3\s*serials$/);
  expect(screen.getByText('1 bucket has more units than are left. Split it to take a part.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button'));
  expect(tap).toHaveBeenCalledWith({ lineId: PHONE.id, isChosen: true, bucketId: 7, serial: 'S-1' }, 'S-1');
});

it('says that there is none, once that is known', () => {
  given([], true);
  expect(screen.queryByText(/No serial bucket/)).toBeNull();
  given([]);
  expect(screen.getByText('No serial bucket of this item is in stock.')).toBeTruthy();
});
