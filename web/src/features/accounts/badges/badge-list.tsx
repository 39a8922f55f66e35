import { api, type Badge, type NewBadge } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { refresh, useRead, useWrite } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/failure.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { type PillStatus, StatusPill } from '../../../ui/status-pill.tsx';
import { BadgeDialog } from './badge-dialog.tsx';
import { BadgeMade } from './badge-made.tsx';
import css from './badges.module.css';

const pills: Record<Badge['state'], PillStatus> = {
  active: 'active',
  used: 'finished',
  expired: 'disabled',
  revoked: 'cancelled',
};

const refreshBadges = () => Promise.all([refresh(api.badges.mine), refresh(api.badges.ofUser)]);

/** Whose badges: the caller's own without an id. */
interface OwnerProps {
  userId?: number;
  /** False when the owner may do more than the user who looks: then no badge can be made. */
  mayMake?: boolean;
}

/** The badges of a person, what is known of them, and new ones. */
export function BadgeList({ userId, mayMake = true }: OwnerProps) {
  const t = useText();
  const own = useRead(api.badges.mine, {}, { enabled: userId === undefined });
  const others = useRead(api.badges.ofUser, { params: { id: userId ?? 0 } }, { enabled: userId !== undefined });
  const { data, error } = userId === undefined ? own : others;
  const [isMaking, setIsMaking] = useState(false);
  const [made, setMade] = useState<NewBadge>();
  const [revoking, setRevoking] = useState<Badge>();
  return (
    <div className={css.list}>
      {error && !data && <p className={css.muted}>{t('badges.failed')}</p>}
      {data?.length === 0 && <p className={css.muted}>{t('badges.none')}</p>}
      {data && data.length > 0 && (
        <ul className={css.badges}>
          {data.map((badge) => (
            <BadgeRow key={badge.id} badge={badge} onRevoke={() => setRevoking(badge)} />
          ))}
        </ul>
      )}
      {mayMake && (
        <Button variant="default" className={css.make ?? ''} onClick={() => setIsMaking(true)}>
          {t('badges.make')}
        </Button>
      )}
      {isMaking && (
        <BadgeDialog
          userId={userId}
          onMade={(badge) => {
            setIsMaking(false);
            setMade(badge);
            void refreshBadges();
          }}
          onClose={() => setIsMaking(false)}
        />
      )}
      {made && <BadgeMade badge={made} onClose={() => setMade(undefined)} />}
      {revoking && <RevokeDialog badge={revoking} userId={userId} onClose={() => setRevoking(undefined)} />}
    </div>
  );
}

function BadgeRow({ badge, onRevoke }: { badge: Badge; onRevoke: () => void }) {
  const t = useText();
  const format = useFormat();
  const name = badge.name || t(`badges.kinds.${badge.kind}`);
  const facts = [
    badge.name && t(`badges.kinds.${badge.kind}`),
    t('badges.madeBy', { who: badge.created_by, at: format.short(badge.created_at) }),
    badge.last_used_at ? t('badges.usedAt', { at: format.short(badge.last_used_at) }) : t('badges.neverUsed'),
    badge.state === 'active' && badge.expires_at && t('badges.until', { at: format.short(badge.expires_at) }),
  ].filter(Boolean);
  return (
    <li className={css.badge}>
      <span className={css.text}>
        <b>{name}</b>
        <span className={css.muted}>{facts.join(' · ')}</span>
      </span>
      <StatusPill status={pills[badge.state]}>{t(`badges.states.${badge.state}`)}</StatusPill>
      {badge.state === 'active' && (
        <Button variant="subtle" size="xs" aria-label={`${t('badges.revoke')}: ${name}`} onClick={onRevoke}>
          {t('badges.revoke')}
        </Button>
      )}
    </li>
  );
}

function RevokeDialog({ badge, userId, onClose }: { badge: Badge; userId: number | undefined; onClose: () => void }) {
  const t = useText();
  const onSuccess = () => {
    void refreshBadges();
    showSuccess(t('badges.revoked'));
    onClose();
  };
  const own = useWrite(api.badges.revokeMine, { onSuccess });
  const others = useWrite(api.badges.revoke, { onSuccess });
  const badgeId = badge.id;
  return (
    <ConfirmDialog
      title={t('badges.revokeAsk')}
      text={t('badges.revokeHint')}
      confirm={t('badges.revoke')}
      danger
      busy={own.isPending || others.isPending}
      onConfirm={() =>
        userId === undefined ? own.mutate({ params: { badgeId } }) : others.mutate({ params: { id: userId, badgeId } })
      }
      onClose={onClose}
    />
  );
}
