import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { createElement } from 'react';
import { type ApiFailure, asFailure } from './call.ts';
import { FailureDetails } from './failure-details.tsx';
import { endSession, sessionState } from './session.ts';
import { type Translate, translate, translateCode, translateMessage } from './text/text.ts';
import { toast } from './toast.ts';

export interface FailureText {
  sentence: string;
  /** Details: the SKUs that are short, the permission that is missing. */
  explanation: string | undefined;
  /** To quote to support. */
  reference: string | undefined;
  supportLink: string | undefined;
}

/** The support page for this failure, when the company has configured one. */
function supportLinkOf(failure: ApiFailure): string | undefined {
  const current = sessionState();
  const address = current.phase === 'user' ? current.session.preferences.support_url : '';
  return address ? address.replaceAll('{code}', String(failure.code ?? failure.status)) : undefined;
}

/** A read that hit its time limit has its own sentence; other overload only needs a retry. */
function busySentence({ keys }: ApiFailure, t: Translate): string {
  const [key] = keys?._ ?? [];
  return key ? translateMessage(t, key) : t('outcomes.busy');
}

function sentenceOf(failure: ApiFailure, t: Translate): string {
  switch (failure.status) {
    case 0:
      return t('common.networkFailure');
    case 400:
      return translateCode(t, failure.code) ?? (failure.message || t('common.otherError'));
    case 401:
      return t('outcomes.unauthenticated');
    case 403:
      return t('outcomes.forbidden');
    case 404:
      return t('outcomes.notFound');
    case 409:
      return t('outcomes.stale');
    case 422:
      return t('outcomes.invalid');
    case 429:
      return t('outcomes.tooMany');
    case 500:
      return t('outcomes.defect');
    case 503:
      return busySentence(failure, t);
    case 504:
      return t('common.serverTimeout');
    default:
      return t('common.otherError');
  }
}

/** Names the permission that a 403 lacks. When any of several would do, the first is named. */
function missingPermission(failure: ApiFailure, t: Translate): string | undefined {
  const { needs, status } = failure;
  if (status !== 403 || !needs || needs === 'guest' || needs === 'user') return undefined;
  if (needs === 'main' || needs === 'super' || needs === 'order_controller' || needs === 'statement_reader')
    return t(`permissions.${needs}`);
  if (needs === 'channel_reader') return t('permissions.missing', { right: t('permissions.keys.view_api_list') });
  const key = typeof needs === 'string' ? needs : 'all' in needs ? needs.all[0] : needs[0];
  return key && t('permissions.missing', { right: t(`permissions.keys.${key}`) });
}

/** The details after the sentence, translated when the server sent message keys. */
function detailOf(failure: ApiFailure, t: Translate): string | undefined {
  if (failure.status !== 400) return undefined;
  const details = (failure.keys?._ ?? []).map((key) => translateMessage(t, key));
  return details.length ? details.join('; ') : /: (.+)$/s.exec(failure.message)?.[1];
}

/** Codes that say "there is no such record" instead of a 404: an unknown or voided shipment. */
const NOT_FOUND_CODES: readonly (number | undefined)[] = [40001];

/** Whether the record does not exist, or not for this user. */
export const isNotFound = ({ status, code }: ApiFailure) =>
  status === 404 || (status === 400 && NOT_FOUND_CODES.includes(code));

/** A failure in one line: its sentence and its details. */
export function refusalOf(failure: ApiFailure, t: Translate): string {
  const detail = detailOf(failure, t);
  const sentence = sentenceOf(failure, t);
  return detail ? t('common.withDetail', { sentence, detail }) : sentence;
}

/** Implements the error table of the specification: what a failed call means to the user. */
export function describeFailure(failure: ApiFailure, t: Translate): FailureText {
  const sentence = sentenceOf(failure, t);
  const detail = detailOf(failure, t);
  // Without other details, the server's own message helps support as a reference.
  const serverMessage = failure.status === 400 && !detail && failure.message !== sentence ? failure.message : '';
  const reference = [serverMessage, failure.reference].filter(Boolean).join(' · ');
  return {
    sentence,
    explanation: failure.status === 0 ? t('common.nothingLost') : (missingPermission(failure, t) ?? detail),
    reference: reference || undefined,
    supportLink: supportLinkOf(failure),
  };
}

/** The same for what was only read: nothing was entered, and it is read again once the connection is back. */
export function describeReadFailure(failure: ApiFailure, t: Translate): FailureText {
  const described = describeFailure(failure, t);
  return failure.status === 0
    ? { ...described, sentence: t('common.noAnswer'), explanation: t('common.readAgain') }
    : described;
}

/** Shows a failure as a toast. Field errors are shown beside their fields instead; a 401 ends the session. */
export function showFailure(error: unknown): void {
  const failure = asFailure(error);
  if (failure.status === 422) return;
  if (failure.status === 401 && sessionState().phase === 'user') {
    endSession();
    return;
  }
  const { sentence, ...details } = describeFailure(failure, translate);
  toast({
    // A repeated failure replaces its toast instead of stacking.
    id: `failure-${failure.status}-${failure.code ?? ''}`,
    title: sentence,
    message: createElement(FailureDetails, details),
    icon: createElement(IconAlertCircle, { size: 18, stroke: 1.7 }),
    color: 'red',
    role: 'alert',
  });
}

/** A short confirmation, shown as a toast. */
export function showSuccess(sentence: string): void {
  const icon = createElement(IconCircleCheck, { size: 18, stroke: 1.7 });
  toast({ id: `success-${sentence}`, title: sentence, message: null, icon, color: 'green', role: 'status' });
}
