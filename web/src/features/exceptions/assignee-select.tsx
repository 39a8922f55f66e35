import { api, type Exception } from '@longshore/contract';
import { useRead, useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useText } from '../../lib/text/text.ts';
import { Select } from '../../ui/select.tsx';
import { refreshExceptions } from './use-exception.ts';

/** Gives an exception to one of the people who see it. */
export function AssigneeSelect({ exception: { id } }: { exception: Exception }) {
  const t = useText();
  const { data: people = [] } = useRead(api.exceptions.people, { params: { id } });
  const give = useWrite(api.exceptions.give, {
    onSuccess: async ({ owner }) => {
      await refreshExceptions();
      showSuccess(t('exceptions.given', { name: owner }));
    },
  });
  if (people.length === 0) return null;
  return (
    <Select
      size="xs"
      aria-label={t('exceptions.giveTo')}
      placeholder={t('exceptions.giveTo')}
      data={people.map((person) => ({ value: String(person.id), label: person.name }))}
      value={null}
      disabled={give.isPending}
      onChange={(user) => user && give.mutate({ params: { id }, body: { user_id: Number(user) } })}
    />
  );
}
