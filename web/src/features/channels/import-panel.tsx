import { api, type ImportedReference, type Integration, ORDER_TYPES } from '@longshore/contract';
import { Button, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { type ApiFailure, useWrite } from '../../lib/api.ts';
import { refusalOf, showSuccess } from '../../lib/failure.ts';
import { type Translate, translateMessage, useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { OpenButton } from '../../ui/open-button.tsx';
import { RouteLink, useGo } from '../../ui/route-link.tsx';
import { TAKES_SCANS } from '../../ui/scan/text-fields.ts';
import { orderPath } from '../orders/index.ts';
import css from './channels.module.css';
import { refreshOrders, refreshRuns } from './integration-cache.ts';

interface ImportProps {
  integration: Integration;
  /** Opens an order of the shop that waits. */
  onOpen: (id: number) => void;
}

const pathOf = ({ order_id, order_type }: ImportedReference): string | undefined => {
  const type = ORDER_TYPES.find((known) => known === order_type) ?? 'Customer Order';
  return order_id === null ? undefined : orderPath(type, order_id, 'view');
};

/** Why an order could not be imported; undefined for what becomes a toast. */
function refusalFor(failure: ApiFailure, t: Translate): string | undefined {
  if (failure.status === 400) return refusalOf(failure, t);
  const [message] = failure.status === 422 ? (Object.values(failure.keys ?? failure.errors ?? {})[0] ?? []) : [];
  return message && translateMessage(t, message);
}

/** Imports an order by its number in the shop; one that is here already opens instead. */
export function ImportPanel({ integration, onOpen }: ImportProps) {
  const t = useText();
  const go = useGo();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [reference, setReference] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [imported, setImported] = useState<ImportedReference>();
  const read = useWrite(api.integrations.importReference, {
    onSuccess: (answer) => {
      void refreshOrders();
      void refreshRuns();
      const path = pathOf(answer);
      if (path && (answer.outcome === 'exists' || answer.outcome === 'updated')) return go(path);
      if (answer.outcome === 'created') showSuccess(t('integrations.import.done'));
      setImported(answer);
      setReference('');
    },
    onFailure: (failure) => {
      const reason = refusalFor(failure, t);
      setRefusal(reason);
      return reason !== undefined;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (read.isPending) return;
    setImported(undefined);
    setRefusal(undefined);
    field.current?.select();
    if (reference.trim() === '') return setRefusal(translateMessage(t, 'ReferenceIsRequired'));
    read.mutate({ params: { id: integration.id }, body: { reference: reference.trim() } });
  };
  return (
    <SidePanel title={t('integrations.import.title')}>
      <form className={css.import} onSubmit={submit} noValidate>
        <TextInput
          ref={field}
          id={id}
          aria-label={t('integrations.import.reference')}
          placeholder={t('integrations.import.placeholder')}
          autoComplete="off"
          maxLength={100}
          {...TAKES_SCANS}
          value={reference}
          error={refusal}
          aria-describedby={refusal ? undefined : `${id}-hint`}
          onChange={(event) => {
            setReference(event.currentTarget.value);
            setRefusal(undefined);
          }}
        />
        <Button
          type="submit"
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.7} />}
          disabled={read.isPending}
        >
          {t('integrations.import.run')}
        </Button>
        <p id={`${id}-hint`} className={css.importHint}>
          {t('integrations.import.hint')}
        </p>
      </form>
      {imported && <Imported answer={imported} onOpen={onOpen} />}
    </SidePanel>
  );
}

function Imported({ answer, onOpen }: { answer: ImportedReference; onOpen: (id: number) => void }) {
  const t = useText();
  const path = pathOf(answer);
  const { number, channel_order_id, outcome } = answer;
  return (
    <p className={css.imported} role="status">
      {outcome === 'waiting' ? (
        <OpenButton onClick={() => onOpen(channel_order_id)}>{t('integrations.import.waits', { number })}</OpenButton>
      ) : (
        <>
          {t('integrations.import.done')}{' '}
          {path && <RouteLink href={path}>{t('integrations.import.open', { number })}</RouteLink>}
        </>
      )}
    </p>
  );
}
