import { api, type WaveToPick } from '@longshore/contract';
import { useEffect, useState } from 'react';
import { useWrite } from '../../../lib/api.ts';
import type { ApiFailure } from '../../../lib/call.ts';
import { useConnection } from '../../../lib/connection.ts';
import { translateMessage, useText } from '../../../lib/text/text.ts';
import { playTone } from '../../../ui/scan/scan-tone.ts';
import { refreshWork } from '../work-cache.ts';

/** The message of who has the task; undefined for every other failure, which keeps nobody from picking. */
const heldMessage = ({ status, keys }: ApiFailure) =>
  status === 422 ? keys?.record_id?.find((key) => key.startsWith('TaskIsHeld')) : undefined;

/**
 * Whoever opens a wave to pick it has its task, unless somebody else has it: then it is said who, and the task can be
 * asked for again. Nobody is kept from picking: what two people scan is done once in any case, and a device without the
 * network cannot ask.
 */
export function useWaveTask({ id, state }: Pick<WaveToPick, 'id' | 'state'>) {
  const t = useText();
  const isDown = useConnection().state === 'down';
  const [holder, setHolder] = useState('');
  const { mutate, isPending } = useWrite(api.tasks.take, {
    onSuccess: () => {
      setHolder('');
      void refreshWork();
    },
    onFailure: (failure) => {
      const held = heldMessage(failure);
      setHolder(held ? translateMessage(t, held) : '');
      if (held) playTone('bad');
      return true;
    },
  });
  const isOpen = state === 'picking' && !isDown;
  useEffect(() => {
    if (isOpen) mutate({ body: { kind: 'pick', record_id: id } });
  }, [mutate, id, isOpen]);
  return {
    holder: isOpen ? holder : '',
    isBusy: isPending,
    take: () => mutate({ body: { kind: 'pick', record_id: id } }),
  };
}
