import { joinSubscribers, type Subscribers } from '../../platform/events/events.ts';
import type { Tools } from '../../platform/module.ts';
import { module } from '../../platform/module.ts';
import { readLetterhead } from '../company/index.ts';
import { channelsExceptions } from './channels.exceptions.ts';
import { channelsRoutes } from './channels.routes.ts';
import { companyAccountRoutes } from './company-accounts/accounts.routes.ts';
import { companyPartnersIn } from './company-accounts/company-partner.ts';
import { openSecrets } from './connection.ts';
import { ensureHooksJob, hookSubscribers, queueHooksJob } from './hooks.jobs.ts';
import { HOOKS_AT, serveHooks } from './hooks.ts';
import { mappingSubscribers } from './map-shop.ts';
import { fetchDocumentJob, marketplaceSubscribers } from './marketplace.jobs.ts';
import { keepsDocument } from './marketplace.store.ts';
import { invitedPartnersIn, partnersIn } from './partners.ts';
import { printKeys } from './print-key.ts';
import { servePrints } from './prints.ts';
import {
  reportSubscribers,
  resumeLateReportsJob,
  resumeReportsJob,
  sendReportJob,
  writeReportJob,
} from './reports.jobs.ts';
import { answerRequestJob, requestSubscribers } from './requests.jobs.ts';
import { readOrderJob, resumeClientOrdersJob, resumeOrdersJob, shopOrderSubscribers } from './shop-orders.jobs.ts';
import { lookAtStockJob, queueStockJob, reconcileStockJob, reportStockJob, stockSubscribers } from './stock.jobs.ts';
import { queueDueJob, resumeRunsJob, syncJob, syncSubscribers } from './sync.jobs.ts';
import { forgetOldJob } from './upkeep.jobs.ts';

export {
  type AccountTools,
  accountHookUrl,
  companyPartnerOf,
  connectStoredAccount,
  findAccount,
  findAccountByHook,
  isAccountVerified,
  type OpenedAccount,
} from './company-accounts/account-connection.ts';
export { readCatalogue } from './company-accounts/accounts.view.ts';
export { type CompanyPartner, companyPartner, companyPartnersIn } from './company-accounts/company-partner.ts';
export { keepCatalogue, refuseAccount } from './company-accounts/save-account.ts';
export type * from './connector.ts';
export { connector, EXTERNAL_STATES } from './connector.ts';
export {
  connectDraft,
  connectInvited,
  type InvitedTools,
  readInvited,
  saveInvited,
} from './invited.ts';
export {
  isTransient,
  messageOrPartnerText,
  messageOrQuote,
  PartnerProblem,
  type PartnerProblemKind,
  type ProblemText,
  partnerText,
  reasonOfProblem,
} from './partner-problem.ts';
export { invitedPartnersIn } from './partners.ts';
export { type PrintKeys, printKeys } from './print-key.ts';
export { revoke } from './revoke.ts';
export { refusePartnerProblems } from './save-integration.ts';
export { problemOfStatus, retryAfterMs } from './status-problem.ts';

const toolsOf = (tools: Tools) => ({
  ...tools,
  connectors: partnersIn(tools.registry),
  invitedPartners: invitedPartnersIn(tools.registry),
  companyPartners: companyPartnersIn(tools.registry),
  keys: printKeys(tools.vault, tools.clock),
  hookUrl: ({ secrets }: { secrets: Buffer }) =>
    `${tools.origin}${HOOKS_AT}/${openSecrets(tools.vault, secrets).hook_token}`,
  serviceName: async (tx: Parameters<typeof readLetterhead>[0]) => (await readLetterhead(tx)).name,
});

export const channels = module({
  name: 'channels',
  routes: (tools) => [...channelsRoutes(toolsOf(tools)), ...companyAccountRoutes(toolsOf(tools))],
  serves: (http, tools) => {
    serveHooks(http, toolsOf(tools), partnersIn(tools.registry));
    servePrints(http, toolsOf(tools));
    const { demoPage } = tools.partners.settings;
    if (demoPage) http.get('/sandbox', (_request, reply) => reply.redirect(demoPage));
  },
  jobs: (tools) => {
    const own = toolsOf(tools);
    return {
      partners: {
        'sync-channel': syncJob(own),
        'read-shop-order': readOrderJob(own),
        'resume-channel-orders': resumeOrdersJob(own),
        'resume-client-orders': resumeClientOrdersJob(own),
        'write-channel-report': writeReportJob,
        'send-channel-report': sendReportJob(own),
        'resume-channel-reports': resumeReportsJob,
        'answer-shop-request': answerRequestJob(own),
        'report-channel-stock': reportStockJob(own),
        'ensure-channel-hooks': ensureHooksJob(own),
        'fetch-marketplace-document': fetchDocumentJob(own),
      },
      upkeep: {
        'queue-due-channels': Object.assign(queueDueJob(own), { isQuiet: true }),
        'resume-channel-runs': Object.assign(resumeRunsJob(own), { isQuiet: true }),
        'resume-late-reports': resumeLateReportsJob,
        'look-at-channel-stock': Object.assign(lookAtStockJob, { isQuiet: true }),
        'queue-channel-stock': Object.assign(queueStockJob, { isQuiet: true }),
        'reconcile-channel-stock': reconcileStockJob,
        'queue-channel-hooks': queueHooksJob,
        'forget-channel-calls': forgetOldJob,
      },
    };
  },
  schedules: [
    { task: 'queue-due-channels', match: '* * * * *' },
    { task: 'resume-channel-runs', match: '*/15 * * * *' },
    { task: 'queue-channel-stock', match: '* * * * *' },
    { task: 'resume-late-reports', match: '23 3 * * *' },
    { task: 'reconcile-channel-stock', match: '11 2 * * *' },
    { task: 'queue-channel-hooks', match: '41 3 * * *' },
    { task: 'forget-channel-calls', match: '17 4 * * *' },
  ],
  subscribers: joinSubscribers<Subscribers>(
    syncSubscribers,
    shopOrderSubscribers,
    mappingSubscribers,
    reportSubscribers,
    requestSubscribers,
    stockSubscribers,
    hookSubscribers,
    marketplaceSubscribers,
  ),
  fileKeepers: [keepsDocument],
  exceptions: channelsExceptions,
});
