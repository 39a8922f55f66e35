import { api, type PutAway } from '@longshore/contract';
import { useRef, useState } from 'react';
import { asFailure, queryClient, readOf, useWrite } from '../../../lib/api.ts';
import { refusalOf } from '../../../lib/failure.ts';
import { sayMessage, type Translate, useText } from '../../../lib/text/text.ts';
import { errorsOf } from '../../../ui/form/apply-422.ts';
import { playTone } from '../../../ui/scan/scan-tone.ts';
import { refreshLicenses } from './license-cache.ts';
import { afterScan, expectedAfter, initialState, type Outcome, type PutAwayState, sameCode } from './put-away-scans.ts';

/** The exact number of a plate; undefined when there is none. */
async function findPlate(code: string): Promise<string | undefined> {
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
 * A scan is interpreted by what it names, not by its position: a plate starts a new pair even where a bin was expected,
 * so that a wrong or missing scan never turns the next plate into a bin.
 */
function useScanInterpreter() {
  const t = useText();
  const move = useWrite(api.licenses.move, { onFailure: () => true });
  const asPlate = async (code: string): Promise<Outcome> => {
    const license = await findPlate(code);
    if (license) return { kind: 'held', license };
    return { kind: 'refused', license: code, location: '', why: sayMessage(t, `PlateIsUnknown:${code}`) };
  };
  const asBin = async (body: PutAway): Promise<Outcome> => {
    try {
      return { kind: 'placed', plate: await move.mutateAsync({ body }) };
    } catch (error) {
      const next = asFailure(error).errors?.location ? await findPlate(body.location) : undefined;
      return next ? { kind: 'held', license: next } : { kind: 'refused', ...body, why: reasonOf(error, t) };
    }
  };
  return (held: string, code: string): Promise<Outcome> =>
    (held && !sameCode(held, code) ? asBin({ license: held, location: code }) : asPlate(code)).catch((error) => ({
      ...{ kind: 'refused', why: reasonOf(error, t) },
      ...(held ? { license: held, location: code } : { license: code, location: '' }),
    }));
}

/** Accepts scans as fast as they come and processes them in order, each with the state after the previous one. */
export function usePutAway(license: string) {
  const t = useText();
  const interpret = useScanInterpreter();
  const [state, setState] = useState(() => initialState(license));
  const [pendingCodes, setPendingCodes] = useState<string[]>([]);
  const latest = useRef(state);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const update = (next: PutAwayState) => {
    latest.current = next;
    setState(next);
  };
  const applyOutcome = (outcome: Outcome) => {
    const refusals = latest.current.refused.length;
    update(afterScan(latest.current, outcome, t('licenses.binLeftOut')));
    playTone(latest.current.refused.length > refusals ? 'bad' : 'good');
    if (outcome.kind === 'placed') void refreshLicenses();
  };
  const scan = (code: string) => {
    setPendingCodes((codes) => [...codes, code]);
    queue.current = queue.current.then(async () => {
      applyOutcome(await interpret(latest.current.held, code));
      setPendingCodes(([, ...rest]) => rest);
    });
  };
  const clear = () => update({ ...latest.current, refused: [] });
  const isBusy = pendingCodes.length > 0;
  return { ...state, isBusy, expected: expectedAfter(state.held, pendingCodes), scan, clear };
}
