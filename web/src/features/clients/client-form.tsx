import { api, type Client, ClientAddress, ClientDetail, ClientUpdate } from '@longshore/contract';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call, useRead, useWrite } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { CountryField } from '../../ui/form/country-field.tsx';
import { EmailField, SwitchField, TextField } from '../../ui/form/fields.tsx';
import { FieldGroup, FormPage } from '../../ui/form/form-page.tsx';
import { handledByForm, type RecordForm, useRecordForm } from '../../ui/form/use-record-form.ts';
import { listAddress } from '../../ui/list/list-address.ts';
import { useGo } from '../../ui/route-link.tsx';
import { rememberClient } from './client-cache.ts';
import { DetailFields } from './client-detail-fields.tsx';
import { addressLabels, clientPath, clientsPath, clientLabels as labels } from './client-words.ts';
import { Locked } from './locked.tsx';

export function ClientForm() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const isNew = id === 'new';
  const read = useRead(api.clients.get, { params: { id: Number(id) } }, { enabled: !isNew, staleTime: 0 });
  const back = listAddress(clientsPath);
  if (isNew)
    return (
      <Allowed access={api.clients.create.access} backTo={back}>
        <ClientFields client={undefined} />
      </Allowed>
    );
  return (
    <Allowed access={api.clients.update.access} backTo={clientPath(Number(id), 'view')}>
      <Loaded read={read} fresh backTo={back}>
        {(client) => <ClientFields key={client.id} client={client} />}
      </Loaded>
    </Allowed>
  );
}

const FIRST_NUMBER = 1000;

/** The initial values of the form; a new client has the contract's defaults. */
function valuesOf(client: Client | undefined): ClientUpdate {
  if (client) {
    const { id: _, categories: __, webhooks: ___, created_at: ____, ...values } = client;
    return values;
  }
  return {
    ...ClientUpdate.parse({ company: '-' }),
    company: '',
    address: ClientAddress.parse({}),
    detail: { ...ClientDetail.parse({}), next_inv_num: FIRST_NUMBER, next_picking_num: FIRST_NUMBER },
  };
}

/** Leaves out next numbers that were not edited: a number used by a document meanwhile is not a conflict. */
function changedNumbers(detail: ClientDetail, before: ClientDetail | undefined): ClientDetail {
  const sent = { ...detail };
  if (detail.next_inv_num === before?.next_inv_num) delete sent.next_inv_num;
  if (detail.next_picking_num === before?.next_picking_num) delete sent.next_picking_num;
  return sent;
}

/** Which parts this user may edit. Whoever may create a client may edit all of a new one. */
function useEditableParts(isNew: boolean) {
  const { can } = useSession();
  return {
    general: isNew || can('update_client_model'),
    address: isNew || can('update_client_address'),
    detail: isNew || can('update_client_detail'),
  };
}

function ClientFields({ client }: { client: Client | undefined }) {
  const t = useText();
  const go = useGo();
  const may = useEditableParts(!client);
  const create = useWrite(api.clients.create, handledByForm);
  const update = useWrite(api.clients.update, handledByForm);
  const params = { id: client?.id ?? 0 };
  // As it was when the form was opened: the page may receive a newer version meanwhile.
  const [initial] = useState(() => valuesOf(client));
  const form = useRecordForm({
    draft: `client ${client?.id ?? 'new'}`,
    schema: ClientUpdate,
    initial,
    save: ({ address, detail, ...general }) => {
      const body = {
        ...general,
        ...(may.address && address ? { address } : {}),
        ...(may.detail && detail ? { detail: client ? changedNumbers(detail, initial.detail) : detail } : {}),
      };
      return client ? update.mutateAsync({ params, body }) : create.mutateAsync({ body });
    },
    reload: async () => valuesOf(await call(api.clients.get, { params })),
    onSaved: (saved) => {
      rememberClient(saved);
      go(clientPath(saved.id, 'view'));
    },
  });
  const list = listAddress(clientsPath);
  const view = client ? clientPath(client.id, 'view') : list;
  const title = client?.company ?? t('clients.make');
  return (
    <FormPage
      form={form}
      title={client ? t('clients.editTitle') : title}
      crumbs={[
        { label: t('shell.setting') },
        { label: t('clients.many'), href: list },
        client ? { label: title, href: view } : { label: title },
      ]}
      leaveTo={view}
    >
      <GeneralFields form={form} locked={!may.general} />
      <AddressFields form={form} locked={!may.address} />
      <DetailFields form={form} locked={!may.detail} />
      <CustomFields form={form} locked={!may.general} />
    </FormPage>
  );
}

interface PartProps {
  form: RecordForm<ClientUpdate>;
  locked: boolean;
}

function GeneralFields({ form, locked }: PartProps) {
  const shared = { disabled: locked };
  return (
    <FieldGroup title="clients.general">
      <Locked locked={locked} why="clients.lockedGeneral" />
      <TextField {...form.field('company')} {...shared} label={labels.company} span={6} autoFocus={!locked} />
      <TextField {...form.field('account')} {...shared} label={labels.account} span={6} />
      <EmailField {...form.field('email')} {...shared} label={labels.email} span={6} />
      <SwitchField {...form.field('is_active')} {...shared} label="clients.isActive" span={3} />
      <SwitchField {...form.field('is_fba')} {...shared} label={labels.is_fba} span={3} />
    </FieldGroup>
  );
}

/** After the fields that every client has: whoever fills in the form by keyboard need not pass them. */
function CustomFields({ form, locked }: PartProps) {
  const shared = { disabled: locked };
  return (
    <FieldGroup title="clients.ownValues">
      <TextField {...form.field('custom_1')} {...shared} label={labels.custom_1} span={4} />
      <TextField {...form.field('custom_2')} {...shared} label={labels.custom_2} span={4} />
      <TextField {...form.field('custom_3')} {...shared} label={labels.custom_3} span={4} />
      <TextField {...form.field('custom_4')} {...shared} label={labels.custom_4} span={4} />
      <TextField {...form.field('custom_5')} {...shared} label={labels.custom_5} span={4} />
    </FieldGroup>
  );
}

function AddressFields({ form, locked }: PartProps) {
  const field = form.within('address');
  const shared = { disabled: locked };
  return (
    <FieldGroup title="clients.address.title">
      <Locked locked={locked} why="clients.lockedAddress" />
      <TextField {...field('company')} {...shared} label={addressLabels.company} span={6} />
      <TextField {...field('contact')} {...shared} label={addressLabels.contact} span={3} />
      <TextField {...field('phone')} {...shared} label={addressLabels.phone} span={3} type="tel" />
      <TextField {...field('street1')} {...shared} label={addressLabels.street1} span={4} />
      <TextField {...field('street2')} {...shared} label={addressLabels.street2} span={4} />
      <TextField {...field('street3')} {...shared} label={addressLabels.street3} span={4} />
      <TextField {...field('city')} {...shared} label={addressLabels.city} span={3} />
      <TextField {...field('state')} {...shared} label={addressLabels.state} span={3} />
      <TextField {...field('state_code')} {...shared} label={addressLabels.state_code} span={2} />
      <TextField {...field('postal_code')} {...shared} label={addressLabels.postal_code} span={2} />
      <CountryField {...field('country_code')} {...shared} label={addressLabels.country_code} span={2} />
    </FieldGroup>
  );
}
