import { api, type Location } from '@longshore/contract';
import { Button, Group } from '@mantine/core';
import { IconTransfer } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { LineTable } from '../../ui/detail/line-table.tsx';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { listAddress } from '../../ui/list/list-address.ts';
import { PlateLink } from '../records/index.ts';
import { MoveAll } from './move-all.tsx';

export function LocationPlates({ location, onClose }: { location: Location; onClose: () => void }) {
  const t = useText();
  const { can } = useSession();
  const [moving, setMoving] = useState(false);
  if (moving) return <MoveAll location={location} onClose={onClose} />;
  return (
    <Dialog title={t('locations.platesAt', { location: location.location })} size={560} onClose={onClose}>
      <PlatesAt location={location} />
      {can(api.locations.move.access) && location.license_count > 0 && (
        <Group justify="flex-end" mt="md">
          <Button
            variant="default"
            leftSection={<IconTransfer size={16} stroke={1.7} />}
            onClick={() => setMoving(true)}
          >
            {t('locations.moveAll')}
          </Button>
        </Group>
      )}
    </Dialog>
  );
}

/** The plates in a bin, each with its client and units. */
export function PlatesAt({ location }: { location: Location }) {
  const t = useText();
  const format = useFormat();
  const read = useRead(api.locations.licenses, { params: { id: location.id } });
  return (
    <Loaded read={read} inPage backTo={listAddress('/locations')}>
      {(plates) =>
        plates.length === 0 ? (
          <EmptyState title={t('locations.noPlates')} />
        ) : (
          <LineTable
            label={t('locations.platesAt', { location: location.location })}
            rows={plates}
            rowKey={({ id }) => id}
            columns={[
              { header: 'locations.license', render: (plate) => <PlateLink {...plate} /> },
              { header: 'locations.client', long: true, render: ({ company }) => company },
              { header: 'locations.quantity', right: true, width: 90, render: (row) => format.number(row.quantity) },
            ]}
          />
        )
      }
    </Loaded>
  );
}
