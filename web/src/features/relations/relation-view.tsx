import {
  ADDRESS_TYPES,
  api,
  PAYMENTS,
  type Relation,
  relationDisplayName,
  relationFields,
  type TraceField,
} from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useLanguage, useText } from '../../lib/text/text.ts';
import { useBackLink } from '../../ui/back-link.ts';
import { DetailPage, Section } from '../../ui/detail/detail-page.tsx';
import { type Fact, Facts } from '../../ui/detail/facts.tsx';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { useFacts } from '../../ui/fields.ts';
import { countryName } from '../../ui/form/countries.ts';
import { listAddress } from '../../ui/list/list-address.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Tag } from '../../ui/tag.tsx';
import { CategoriesPanel, CommentsPanel, FilesPanel, TracePanel } from '../records/index.ts';
import { AddressSection } from './address-section.tsx';
import {
  relationLabels as labels,
  relationPath,
  relationsPath,
  relationTraceLabels,
  useRelationType,
} from './relation-words.ts';

export function RelationView() {
  const type = useRelationType();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const read = useRead(api.relations.get, { params: { id: Number(id) } });
  const back = useBackLink() ?? listAddress(relationsPath(type));
  return (
    <Loaded read={read} backTo={back}>
      {(relation) => <RelationPage relation={relation} back={back} />}
    </Loaded>
  );
}

function RelationPage({ relation, back }: { relation: Relation; back: string }) {
  const t = useText();
  const { type } = relation;
  const name = relationDisplayName(relation.name);
  const formatValue = useRelationValue();
  return (
    <DetailPage
      title={name}
      clientId={relation.client_id}
      crumbs={[{ label: t('relations.relation') }, { label: t(`relations.${type}.many`), href: back }, { label: name }]}
      badge={
        <>
          <StatusPill status={relation.is_active ? 'active' : 'disabled'}>
            {t(relation.is_active ? 'lists.active' : 'lists.disabled')}
          </StatusPill>
          {relation.is_system && <Tag>{t('relations.system')}</Tag>}
        </>
      }
      actions={
        !relation.is_system && (
          <Button
            component={RouteLink}
            href={relationPath(type, relation.id, 'edit')}
            aria-keyshortcuts="e"
            leftSection={<IconPencil size={16} stroke={1.7} />}
          >
            {t('relations.edit')}
          </Button>
        )
      }
      side={
        <>
          <CategoriesPanel type="Relation" id={relation.id} />
          <CommentsPanel type="Relation" id={relation.id} />
          <FilesPanel type="Relation" id={relation.id} />
          <TracePanel
            traceableType="Relation"
            traceableId={relation.id}
            name={name}
            fieldLabels={relationTraceLabels}
            formatValue={formatValue}
          />
        </>
      }
    >
      <Section>
        <RelationFacts relation={relation} />
      </Section>
      <AddressSection relation={relation} />
    </DetailPage>
  );
}

/** Formats a traced value, for the history. */
function useRelationValue() {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  const paymentName = (value: string) => {
    const payment = PAYMENTS.find((known) => known === value);
    return payment && t(`relations.payments.${payment}`);
  };
  const addressTypeName = (value: string) => {
    const type = ADDRESS_TYPES.find((known) => known === value);
    return type && t(`relations.addressTypes.${type}`);
  };
  return (field: TraceField<'Relation'>, value: string) => {
    switch (field) {
      case 'is_active':
        return t(value === '1' ? 'lists.active' : 'lists.disabled');
      case 'print_instruction':
        return t(value === '1' ? 'lists.yes' : 'lists.no');
      case 'default_tax_rate':
        return format.percent(Number(value), 3);
      case 'default_term':
        return value === 'NA' ? t('forms.none') : value;
      case 'default_shipping_payment':
        return paymentName(value);
      case 'type':
        return t(value === 'vendor' ? 'relations.types.vendor' : 'relations.types.customer');
      case 'address.type':
        return addressTypeName(value);
      case 'default_collect_country':
      case 'address.country_code':
        return countryName(value, language);
      default:
        return undefined;
    }
  };
}

function RelationFacts({ relation }: { relation: Relation }) {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  const { resources } = useSession();
  const courier = resources.couriers.find(({ id }) => id === relation.default_courier);
  const collect = relation.default_shipping_payment !== 'prepaid';
  const { account, email, phone, default_tax_rate, ...others } = useFacts(relationFields, relation);
  return (
    <Facts
      items={[
        account,
        email,
        phone,
        { label: labels.default_term, value: relation.default_term === 'NA' ? '' : relation.default_term },
        default_tax_rate,
        { label: labels.default_courier, value: courier?.name },
        { label: labels.default_shipping_payment, value: t(`relations.payments.${relation.default_shipping_payment}`) },
        { label: labels.default_courier_account, value: collect ? relation.default_courier_account : '' },
        { label: labels.default_collect_postal, value: collect ? relation.default_collect_postal : '' },
        {
          label: labels.default_collect_country,
          value: collect ? countryName(relation.default_collect_country, language) : '',
        },
        ...Object.values<Fact>(others),
        { label: 'relations.createdAt', value: format.date(relation.created_at) },
        { label: 'relations.updatedAt', value: format.date(relation.updated_at) },
        {
          label: labels.default_instruction,
          value: relation.default_instruction,
          second: t(relation.print_instruction ? 'relations.noteShown' : 'relations.noteHidden'),
          wide: true,
        },
      ]}
    />
  );
}
