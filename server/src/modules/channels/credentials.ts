import { CREDENTIAL_FIELDS, type CredentialField, messageWith } from '@longshore/contract';
import { invalid, refused } from '../../platform/http/problem.ts';
import type { Connector, PartnerDeclaration, PartnerField } from './connector.ts';
import type { Credentials } from './integrations.store.ts';

type Values = Partial<Record<CredentialField, string>>;

/** What a form sends: a secret that is left out stays as it was. */
export type CredentialForm = Readonly<Record<CredentialField, string>>;

export interface KnownCredentials {
  fields: Values;
  secrets: Values;
}

const isWebAddress = (value: string) => /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i.test(value);

function assertValue(
  { missingCode }: Pick<PartnerDeclaration, 'missingCode'>,
  { field, kind, required }: PartnerField,
  value: string,
): void {
  if (required && !value) throw missingCode ? refused(missingCode) : invalid(field, 'CredentialFieldsAreEmpty');
  if (kind === 'url' && value && !isWebAddress(value))
    throw invalid(field, messageWith('ShopAddressIsInvalid', 'https://shop.example.com'));
}

/**
 * The credentials that are kept, and which of them changed. Throws what is missing or is no address of a shop. Fields that
 * the partner's form does not have are not stored, except for the place, which is chosen later.
 */
export function credentialsOf(
  partner: Pick<Connector, 'fields' | 'missingCode' | 'places'>,
  form: CredentialForm,
  known?: KnownCredentials,
) {
  const fields: Values = {};
  const secrets: Values = {};
  const changed: CredentialField[] = [];
  const place = partner.places?.field;
  if (place) fields[place] = form[place] || (known?.fields[place] ?? '');
  for (const declared of partner.fields) {
    const { field } = declared;
    const isSecret = declared.kind === 'secret';
    const kept = (isSecret ? known?.secrets : known?.fields)?.[field] ?? '';
    const value = isSecret ? form[field] || kept : form[field];
    assertValue(partner, declared, value);
    (isSecret ? secrets : fields)[field] = value;
    if (value !== kept) changed.push(field);
  }
  return { fields, secrets, changed };
}

/** When each secret was set. */
export const secretsSetAt = (
  before: Credentials['set_at'],
  secrets: Values,
  changed: readonly CredentialField[],
  now: Date,
): Credentials['set_at'] =>
  Object.fromEntries(
    CREDENTIAL_FIELDS.filter((field) => secrets[field]).map((field) => [
      field,
      changed.includes(field) ? now.toISOString() : (before[field] ?? now.toISOString()),
    ]),
  );
