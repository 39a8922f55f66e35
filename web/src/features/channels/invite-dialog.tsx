import { api, FBA_INVITATION_DAYS, FbaInvite } from '@longshore/contract';
import { Alert, Text } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useRecordForm } from '../../ui/form/use-record-form.ts';
import { ClientField } from '../records/index.ts';
import css from './channels.module.css';

/** As it is typed: several addresses are one text. */
const Entered = z.object({
  client_id: z
    .number()
    .nullable()
    .refine((id) => (id ?? 0) > 0, 'ClientIsRequired'),
  to: z.string().refine((typed) => FbaInvite.shape.to.safeParse(typed).success, 'EmailIsInvalid'),
  cc: z.string().refine((typed) => FbaInvite.shape.cc.safeParse(typed).success, 'EmailIsInvalid'),
});

/** Mails a client the link by which it connects its seller account. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { user } = useSession();
  const [hasFailed, setFailed] = useState(false);
  const invite = useWrite(api.fba.invite, {
    onFailure: ({ status }) => {
      setFailed(status !== 422);
      return true;
    },
  });
  const form = useRecordForm({
    draft: 'fba invitation',
    schema: Entered,
    initial: { client_id: null, to: '', cc: user.email },
    save: ({ client_id, to, cc }) => invite.mutateAsync({ body: { client_id: client_id ?? 0, to, cc } }),
    onSaved: () => {
      showSuccess(t('fba.inviteSent'));
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t('fba.inviteTitle')} saveLabel="fba.sendInvite" onClose={onClose}>
      <Text className={css.wide ?? ''}>{t('fba.inviteText', { count: FBA_INVITATION_DAYS })}</Text>
      {hasFailed && (
        <Alert className={css.wide ?? ''} color="red" variant="light" role="alert">
          {t('fba.inviteFailed')}
        </Alert>
      )}
      <ClientField {...form.field('client_id')} label="fba.client" span={12} company={undefined} />
      <TextField {...form.field('to')} label="fba.emailTo" span={12} hint="fba.emailHint" />
      <TextField {...form.field('cc')} label="fba.emailCc" span={12} hint="fba.emailHint" />
    </FormDialog>
  );
}
