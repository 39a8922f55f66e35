import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { CopyButton } from '../copy-button.tsx';
import { type Crumb, PageHead } from '../page-head.tsx';
import { DANGER } from '../theme/danger.ts';
import css from './detail.module.css';
import { OtherClient } from './other-client.tsx';

export interface MenuAction {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** Shown as the tooltip of a disabled action. */
  disabledBecause?: string | undefined;
  run: () => void;
}

interface DetailPageProps {
  title: string;
  /** Names that can be scanned are set in monospace. */
  mono?: boolean;
  crumbs?: readonly Crumb[];
  badge?: ReactNode;
  /** The primary actions; the rest go into the menu. */
  actions?: ReactNode;
  menu?: MenuAction[];
  /** The client whose record it is. */
  clientId?: number;
  side?: ReactNode;
  /** A docked dialog is open over the side column, which is as wide as the dialog meanwhile. */
  isDocked?: boolean;
  /** The side column holds work, not only facts. */
  isSideWide?: boolean;
  children: ReactNode;
}

/** A record's page: head, main column and optional side column, separated by thin lines. No cards. */
export function DetailPage(props: DetailPageProps) {
  const { title, mono, crumbs, badge, actions, menu = [], clientId, side, isDocked, isSideWide, children } = props;
  return (
    <div className={css.page}>
      {clientId !== undefined && <OtherClient id={clientId} />}
      <div className={css.rule}>
        <div className={css.head}>
          <PageHead
            title={title}
            mono={mono}
            crumbs={crumbs ?? []}
            badge={
              <>
                <CopyButton value={title} />
                {badge}
              </>
            }
            actions={
              <>
                {actions}
                {menu.length > 0 && <ActionMenu actions={menu} />}
              </>
            }
          />
        </div>
      </div>
      <div
        className={css.columns}
        data-side={side ? true : undefined}
        data-docked={isDocked || undefined}
        data-wide={isSideWide || undefined}
      >
        <div className={css.main}>{children}</div>
        {side && <div className={css.side}>{side}</div>}
      </div>
    </div>
  );
}

function ActionMenu({ actions }: { actions: MenuAction[] }) {
  const t = useText();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('forms.moreActions')}>
          <IconDots size={16} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon, danger, disabledBecause, run }) => (
          <Tooltip key={label} label={disabledBecause} disabled={!disabledBecause}>
            <Menu.Item
              leftSection={icon}
              color={danger ? DANGER : undefined}
              data-disabled={disabledBecause ? true : undefined}
              onClick={() => !disabledBecause && run()}
            >
              {label}
            </Menu.Item>
          </Tooltip>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface SectionProps {
  title?: string;
  /** How many entries there are; text where the number is only a minimum. */
  count?: number | string | undefined;
  action?: ReactNode;
  children: ReactNode;
}

/** A titled part of the page, in the main or the side column. */
export function Section({ title, count, action, children }: SectionProps) {
  const format = useFormat();
  const many = typeof count === 'number' ? format.number(count) : count;
  return (
    <section className={css.section} aria-label={title}>
      {title && (
        <div className={css.sectionHead}>
          <h2 className={css.sectionTitle}>{title}</h2>
          {many !== undefined && <span className={css.sectionCount}>{many}</span>}
          {action && <div className={css.sectionAction}>{action}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
export const SidePanel = Section;
