import { api, DOCUMENTS_MAX, type Tote, ToteUpdate } from '@longshore/contract';
import { Button, Group, NumberInput, TextInput } from '@mantine/core';
import { IconPrinter, IconStackPush } from '@tabler/icons-react';
import { useState } from 'react';
import type { z } from 'zod';
import { refresh, useWrite } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/failure.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import type { RecordForm } from '../../../ui/form/use-record-form.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { Column } from '../../../ui/list/list-types.ts';
import { PlainScreen } from '../../../ui/resource/plain-screen.tsx';
import { plainWords } from '../../../ui/resource/plain-words.ts';
import { RouteLink } from '../../../ui/route-link.tsx';
import { shipmentPath } from '../../records/index.ts';

const PdfDialog = lazyPart(() => import('../../../ui/pdf-dialog.tsx'));

type Named = Pick<Tote, 'id' | 'tote'>;

function Holds({ shipment }: { shipment: number | null }) {
  const t = useText();
  return shipment === null ? (
    t('totes.free')
  ) : (
    <RouteLink href={shipmentPath('outbound', shipment)}>{`#${shipment}`}</RouteLink>
  );
}

const columns: Column<Tote>[] = [
  { field: 'tote', header: 'totes.tote', mono: true, width: 180 },
  { field: 'note', header: 'totes.note' },
  {
    field: 'shipment_id',
    header: 'totes.shipment',
    width: 160,
    render: ({ shipment_id }) => <Holds shipment={shipment_id} />,
  },
  { field: 'created_at', header: 'totes.createdAt', kind: 'date', width: 140, narrow: 'hidden' },
];

const fields = (form: RecordForm<z.output<typeof ToteUpdate>>) => (
  <>
    <TextField {...form.field('tote')} label="totes.tote" span={6} autoFocus />
    <TextField {...form.field('note')} label="totes.note" span={6} />
  </>
);

function Labels({ made, onClose }: { made: readonly Named[]; onClose: () => void }) {
  const t = useText();
  return (
    <PdfDialog
      endpoint={api.totes.labels}
      input={{ query: { 'ids[]': made.map(({ id }) => String(id)) } }}
      title={t('totes.printLabels')}
      fileName="totes.pdf"
      onClose={onClose}
    />
  );
}

/** Totes numbered on from a start, then their labels. */
function CreateTotes({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [start, setStart] = useState('');
  const [count, setCount] = useState<number | string>(8);
  const [made, setMade] = useState<readonly Named[]>();
  const create = useWrite(api.totes.batch, {
    onSuccess: (totes) => {
      setMade(totes);
      showSuccess(t('totes.made', { count: totes.length }));
      void refresh(api.totes.list);
    },
  });
  if (made) return <Labels made={made.slice(0, DOCUMENTS_MAX)} onClose={onClose} />;
  return (
    <Dialog title={t('totes.createMany')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ body: { start, count: Number(count) } });
        }}
      >
        <Group grow align="start">
          <TextInput
            label={t('totes.start')}
            description={t('totes.startHint')}
            inputWrapperOrder={['label', 'input', 'description']}
            value={start}
            onChange={({ currentTarget }) => setStart(currentTarget.value)}
            data-autofocus
          />
          <NumberInput label={t('totes.count')} min={1} value={count} onChange={setCount} />
        </Group>
        <Group justify="flex-end" mt="md">
          <Button type="submit" loading={create.isPending}>
            {t('totes.createMany')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

export function ToteList() {
  const t = useText();
  const { can } = useSession();
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <PlainScreen
        endpoints={api.totes}
        schema={ToteUpdate}
        fields={fields}
        words={plainWords('totes')}
        shownIn={[api.waves.plan]}
        group="shell.setting"
        columns={columns}
        nameOf={({ tote }) => tote}
        deleteText={({ tote }) => t('totes.deleteText', { tote })}
        undeletableBecause={({ shipment_id }) => (shipment_id === null ? undefined : t('messages.ToteIsUsed'))}
        actions={
          can(api.totes.batch.access) ? (
            <Button
              variant="default"
              leftSection={<IconStackPush size={16} stroke={1.7} />}
              onClick={() => setMaking(true)}
            >
              {t('totes.createMany')}
            </Button>
          ) : undefined
        }
        extras={[
          {
            label: 'totes.printLabels',
            icon: IconPrinter,
            access: api.totes.labels.access,
            dialog: (tote, onClose) => <Labels made={[tote]} onClose={onClose} />,
          },
        ]}
      />
      {isMaking && <CreateTotes onClose={() => setMaking(false)} />}
    </>
  );
}
