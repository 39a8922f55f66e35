import { api, type PutAway } from '@longshore/contract';
import { useRef, useState } from 'react';
import { asFailure, queryClient, readOf, useWrite } from '../../../lib/api.ts';
import { refusalOf } from '../../../lib/failure.ts';
import { sayMessage, type Translate, useText } from '../../../lib/text/text.ts';
import { errorsOf } from '../../../ui/form/apply-422.ts';
import { playTone } from '../../../ui/scan-tone.ts';
import { refreshLicenses } from './license-cache.ts';
import { afterScan, expectedAfter, newSitting, type Outcome, type Sitting, sameCode } from './put-away-scans.ts';

/** The number of a plate as it is written on it; nothing when there is no such plate. */
async function plateNamed(code: string): Promise<string | undefined> {
  const { records } = await queryClient.fetchQuery({
    ...readOf(api.licenses.list, { query: { filter_by: { license: [code] }, per_page: 1 } }),
    staleTime: 0,
    gcTime: 0,
  });
  return records[0]?.license;
}

function reasonOf(error: unknown, t: Translate): string {
  const failure = asFailure(error);
  const [why] = failure.status === 422 ? Object.values(errorsOf(failure)) : [];
  return why ? sayMessage(t, why) : refusalOf(failure, t);
}

/**
 * What a scan means depends on what it names, not on its turn: a plate begins a pair even where a bin was expected, so
 * that a scan that was wrong or left out never makes a bin of the next plate.
 */
function useUnderstanding() {
  const t = useText();
  const move = useWrite(api.licenses.move, { onFailure: () => true });
  const asPlate = async (code: string): Promise<Outcome> => {
    const license = await plateNamed(code);
    if (license) return { kind: 'held', license };
    return { kind: 'refused', license: code, location: '', why: sayMessage(t, `PlateIsUnknown:${code}`) };
  };
  const asBin = async (body: PutAway): Promise<Outcome> => {
    try {
      return { kind: 'placed', plate: await move.mutateAsync({ body }) };
    } catch (error) {
      const next = asFailure(error).errors?.location ? await plateNamed(body.location) : undefined;
      return next ? { kind: 'held', license: next } : { kind: 'refused', ...body, why: reasonOf(error, t) };
    }
  };
  return (held: string, code: string): Promise<Outcome> =>
    (held && !sameCode(held, code) ? asBin({ license: held, location: code }) : asPlate(code)).catch((error) => ({
      ...{ kind: 'refused', why: reasonOf(error, t) },
      ...(held ? { license: held, location: code } : { license: code, location: '' }),
    }));
}

/** Scans are taken as fast as they come and understood one after the other, each knowing what became of the last. */
export function usePutAway(license: string) {
  const t = useText();
  const understand = useUnderstanding();
  const [sitting, setSitting] = useState(() => newSitting(license));
  const [underWay, setUnderWay] = useState<string[]>([]);
  const now = useRef(sitting);
  const inLine = useRef<Promise<void>>(Promise.resolve());
  const become = (next: Sitting) => {
    now.current = next;
    setSitting(next);
  };
  const settle = (outcome: Outcome) => {
    const refusals = now.current.refused.length;
    become(afterScan(now.current, outcome, t('licenses.binLeftOut')));
    playTone(now.current.refused.length > refusals ? 'bad' : 'good');
    if (outcome.kind === 'placed') void refreshLicenses();
  };
  const scan = (code: string) => {
    setUnderWay((codes) => [...codes, code]);
    inLine.current = inLine.current.then(async () => {
      settle(await understand(now.current.held, code));
      setUnderWay(([, ...rest]) => rest);
    });
  };
  const clear = () => become({ ...now.current, refused: [] });
  const isBusy = underWay.length > 0;
  return { ...sitting, isBusy, expected: expectedAfter(sitting.held, underWay), scan, clear };
}
