import { useId } from 'react';
import type { PlainKey } from '../../../lib/text/text.ts';
import { ClientField } from '../../records/index.ts';

interface ClientChoiceProps {
  label: PlainKey;
  client?: { id: number; company: string };
  pick: (id: number) => void;
}

/** Chooses a client outside a form. */
export function ClientChoice({ label, client, pick }: ClientChoiceProps) {
  const id = useId();
  return (
    <ClientField
      id={id}
      label={label}
      span={6}
      value={client?.id ?? null}
      company={client?.company}
      error={undefined}
      required
      registerLabel={() => {}}
      set={(chosen) => chosen && pick(chosen)}
    />
  );
}
