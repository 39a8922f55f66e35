import { api, type MessageKey, UNMEASURED } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useWrite } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { messagesOf, useText } from '../../lib/text/text.ts';
import { refreshLicenses } from './plates/license-cache.ts';
import { usePlateUom } from './plates/plate-fields.tsx';
import css from './stock.module.css';

const UNKNOWN: `${MessageKey}:` = 'PlateIsUnknown:';

interface UnknownPlateProps {
  /** The error of the field with the plate's number. */
  error: string | undefined;
  clientId: number;
  /** Where nothing is saved with it. */
  label?: string;
  /** Saves the form again, now that there is such a plate. */
  onCreated: () => void;
}

/** Offers to create the plate when the number is of none. It is not measured, and can be edited later. */
export function UnknownPlate({ error, clientId, label, onCreated }: UnknownPlateProps) {
  const t = useText();
  const { can } = useSession();
  const uom = usePlateUom();
  const create = useWrite(api.licenses.create, {
    onSuccess: () => {
      void refreshLicenses();
      onCreated();
    },
  });
  const unknown = messagesOf(error ?? '').find((message) => message.startsWith(UNKNOWN));
  if (!unknown || !uom || !can(api.licenses.create.access)) return null;
  const license = unknown.slice(UNKNOWN.length);
  return (
    <div className={css.offer}>
      <Button
        variant="light"
        leftSection={<IconPlus size={16} stroke={1.7} />}
        disabled={create.isPending}
        onClick={() => create.mutate({ body: { license, client_id: clientId, uom_id: uom.id, ...UNMEASURED } })}
      >
        {label ?? t('stock.createPlate', { license })}
      </Button>
      <span className={css.muted}>{t('stock.createPlateHint', { uom: uom.name })}</span>
    </div>
  );
}
