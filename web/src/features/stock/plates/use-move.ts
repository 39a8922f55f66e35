import { api, type MovedLicense, type SearchHit } from '@longshore/contract';
import { useEffect, useRef, useState } from 'react';
import { asFailure, keptCall } from '../../../lib/call.ts';
import { currentConnection } from '../../../lib/connection.ts';
import { refusalOf } from '../../../lib/failure.ts';
import { moveBack } from '../../../lib/move-back.ts';
import { onAnswered } from '../../../lib/outbox.ts';
import { useText } from '../../../lib/text/text.ts';
import { offlineTooLong } from '../../../ui/floor/offline-too-long.ts';
import { useDone } from '../../../ui/floor/use-done.ts';
import { describeScan, lookUp } from '../../../ui/scan/look-up.ts';
import { playTone } from '../../../ui/scan/scan-tone.ts';
import { refreshLicenses } from './license-cache.ts';
import { readMove } from './move-scans.ts';

const recordOf = (license: string) => `plate ${license.toLowerCase()}`;

/** What a code names; undefined when nobody can say, without a connection. */
async function hitsOf(code: string): Promise<SearchHit[] | undefined> {
  if (currentConnection().state === 'down') return undefined;
  try {
    return await lookUp(code);
  } catch (error) {
    if (asFailure(error).status === 0) return undefined;
    throw error;
  }
}

/** Plates are moved by scanning a plate, then its bin, as fast as they come and also without a connection. */
export function useMove(href: string, startWith: string) {
  const t = useText();
  const [held, setHeld] = useState(startWith);
  const [refusal, setRefusal] = useState<{ step: number; code: string; why: string }>();
  const done = useDone();
  useEffect(() => onAnswered(() => void refreshLicenses()), []);
  const latest = useRef(startWith);
  const order = useRef(Promise.resolve());
  const hold = (license: string) => {
    latest.current = license;
    setHeld(license);
  };
  const refuse = (code: string, why: string) => {
    playTone('bad');
    setRefusal((before) => ({ step: (before?.step ?? 0) + 1, code, why }));
  };
  const move = (license: string, location: string) => {
    const text = `${license} → ${location}`;
    const call = keptCall(api.licenses.move, { body: { license, location } });
    const back = (answer: unknown) => moveBack(answer as MovedLicense);
    done.add(recordOf(license), { call, code: license, text, href }, back);
    hold('');
  };
  const read = async (code: string) => {
    const silence = offlineTooLong(t);
    if (silence) return refuse(code, silence);
    try {
      const hits = await hitsOf(code);
      const reading = readMove(code, latest.current, hits);
      if (reading.kind === 'refused') {
        const expected =
          reading.expected === 'plate'
            ? t('scan.expected.plate')
            : t('scan.expected.locationFor', { license: latest.current });
        return refuse(code, `${describeScan(code, hits ?? [], t)} ${expected}`);
      }
      playTone('good');
      setRefusal(undefined);
      if (reading.kind === 'move') move(reading.license, reading.location);
      else hold(reading.license);
    } catch (error) {
      refuse(code, refusalOf(asFailure(error), t));
    }
  };
  return {
    held,
    refusal,
    entries: done.entries,
    /** Scans are read in the order in which they come. */
    scan: (code: string) => {
      order.current = order.current.then(() => read(code));
    },
    letGo: () => hold(''),
    clear: () => setRefusal(undefined),
  };
}
