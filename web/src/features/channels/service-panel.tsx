import { api, type Integration, type PartnerForm } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import css from './channels.module.css';
import { rememberIntegration } from './integration-cache.ts';
import { CURRENT_SHOPIFY } from './integration-words.ts';

const loadDialog = () => import('./remove-service.tsx');
const RemoveService = lazyPart(loadDialog);

interface ServiceProps {
  integration: Integration;
  partner: PartnerForm;
}

/** The warehouse as a fulfilment service of the shop: installed with or without stock sharing, or not at all. */
export function ServicePanel({ integration, partner }: ServiceProps) {
  const t = useText();
  if (!partner.can.service || integration.api_version !== CURRENT_SHOPIFY) return null;
  return (
    <SidePanel title={t('integrations.service.title')}>
      {integration.service_id ? <Installed integration={integration} /> : <Install integration={integration} />}
    </SidePanel>
  );
}

function Install({ integration }: { integration: Integration }) {
  const t = useText();
  const { can } = useSession();
  const install = useWrite(api.integrations.installService, {
    onSuccess: (saved) => {
      rememberIntegration(saved);
      showSuccess(t('integrations.service.installed'));
    },
  });
  const run = (isStockSharing: 0 | 1) => install.mutate({ params: { id: integration.id }, body: { isStockSharing } });
  const isDisabled = install.isPending || integration.verified === 0;
  return (
    <>
      <p className={css.none}>{t('integrations.service.lead')}</p>
      {can(api.integrations.installService.access) && (
        <div className={css.buttons}>
          <Button variant="default" disabled={isDisabled} onClick={() => run(0)}>
            {t('integrations.service.install')}
          </Button>
          <Button variant="default" disabled={isDisabled} onClick={() => run(1)}>
            {t('integrations.service.installSharing')}
          </Button>
        </div>
      )}
    </>
  );
}

function Installed({ integration }: { integration: Integration }) {
  const t = useText();
  const { can } = useSession();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <p className={css.none}>{t('integrations.service.installed')}</p>
      <dl className={css.options}>
        <div>
          <dt>{t('integrations.service.sharing')}</dt>
          <dd>{t(integration.is_inv_management ? 'integrations.on' : 'integrations.off')}</dd>
        </div>
      </dl>
      {can(api.integrations.removeService.access) && (
        <div className={css.buttons}>
          <Button variant="default" onMouseEnter={loadDialog} onClick={() => setAsking(true)}>
            {t('integrations.service.remove')}
          </Button>
        </div>
      )}
      {isAsking && <RemoveService integration={integration} onClose={() => setAsking(false)} />}
    </>
  );
}
