import { memberName, optionLabel } from '@guilde/contracts/profiles/rules.ts';
import { SOS_CATEGORIES, SOS_STATUSES } from '@guilde/contracts/sos/rules.ts';
import { Command } from 'cmdk';
import {
  BookOpen,
  CalendarDays,
  LifeBuoy,
  LogOut,
  MessageSquareText,
  Monitor,
  Moon,
  Plus,
  Search,
  Sun,
} from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Highlighted } from '../highlighted.tsx';
import { Avatar } from '../kit/avatar.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';
import { Dialog, DialogContent } from '../kit/dialog.tsx';
import { focusPage } from '../kit/focus-title.ts';
import { formatShortDate } from '../kit/format.ts';
import { useThemeStore } from '../kit/theme.ts';
import { paths } from '../paths.ts';
import { useSearchResults } from './data.ts';
import { type Destination, destinationsFor, iconOf, matchesTyped } from './destinations.ts';
import { useRecentPlaces } from './recent-places.ts';
import { useDeferredEnter } from './use-deferred-enter.ts';

export type PaletteProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  memberId: string;
  isTeam: boolean;
  onSignOut: () => void;
  /** The opener gets the focus back when nothing was chosen. */
  opener: HTMLElement | null;
  /** It is called once the palette can be typed into; pass it the text typed before. */
  onReady: (takeOver: (typed: string) => void) => void;
};

const RECENT_MAX = 5;

export function Palette({ open, onOpenChange, opener, ...rest }: PaletteProps) {
  const isNavigating = useRef(false);
  const restoreFocus = (event: Event) => {
    event.preventDefault();
    if (!isNavigating.current) opener?.focus({ preventScroll: true });
    // A page that took the focus itself keeps it.
    else if (document.activeElement === document.body) focusPage();
    isNavigating.current = false;
  };
  const close = (willNavigate: boolean) => {
    isNavigating.current = willNavigate;
    onOpenChange(false);
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Aller à…"
        hideTitle
        size="lg"
        className="gap-0 overflow-hidden p-0 pb-0 max-md:inset-0 max-md:max-h-none max-md:rounded-none max-md:border-0 max-md:pt-safe md:top-[14vh] md:max-h-[min(34rem,72vh)] md:max-w-xl md:translate-y-0 md:p-0"
        onCloseAutoFocus={restoreFocus}
      >
        <Contents {...rest} onClose={close} />
      </DialogContent>
    </Dialog>
  );
}

function Contents({
  memberId,
  isTeam,
  onSignOut,
  onReady,
  onClose,
}: Pick<PaletteProps, 'memberId' | 'isTeam' | 'onSignOut' | 'onReady'> & {
  onClose: (willNavigate: boolean) => void;
}) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const results = useSearchResults(typed);
  const list = useRef<HTMLDivElement>(null);
  const deferEnter = useDeferredEnter(results.isSearching, typed, list);
  const takeOver = useEffectEvent(() => onReady(setTyped));
  useEffect(() => takeOver(), []);
  const go = (path: string) => {
    onClose(true);
    void navigate(path);
  };
  const act = (action: () => void) => {
    onClose(false);
    action();
  };
  return (
    <Command
      label="Aller à…"
      shouldFilter={false}
      vimBindings={false}
      onKeyDown={deferEnter}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex items-center gap-3 border-b pr-14 pl-4">
        <Search className="size-4.5 shrink-0 text-muted-foreground" />
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          maxLength={100}
          placeholder="Page, membre, SOS, résumé, message…"
          className="h-16 min-w-0 flex-1 bg-transparent text-base outline-none"
        />
      </div>
      {/* Screen readers read the chosen option; an empty list needs a live region. */}
      <output>
        <Command.Empty asChild>
          <span className="block px-4 py-10 text-center text-sm text-muted-foreground">
            {emptyText(results)}
          </span>
        </Command.Empty>
      </output>
      <Command.List
        ref={list}
        label="Propositions"
        className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
      >
        <Recent memberId={memberId} isTeam={isTeam} typed={typed} onGo={go} />
        <Pages isTeam={isTeam} typed={typed} onGo={go} />
        <SearchResults results={results} onGo={go} />
        <Actions typed={typed} onGo={go} onAct={act} onSignOut={onSignOut} />
      </Command.List>
    </Command>
  );
}

function emptyText({ isSearching, hasFailed }: ReturnType<typeof useSearchResults>): string {
  if (isSearching) return 'Recherche…';
  return hasFailed ? 'La recherche ne répond pas. Réessaie dans un instant.' : 'Aucun résultat.';
}

type GroupProps = { typed: string; onGo: (path: string) => void };

function Recent({ memberId, isTeam, typed, onGo }: GroupProps & Pick<PaletteProps, 'memberId' | 'isTeam'>) {
  const places = useRecentPlaces(memberId, RECENT_MAX);
  const destinations = destinationsFor(isTeam);
  if (typed.trim() || places.length === 0) return null;
  return (
    <Group heading="Récents">
      {places.map(({ path, title }) => {
        const Icon = iconOf(path, destinations);
        return (
          <Item key={path} value={`recent ${path}`} onSelect={() => onGo(path)} icon={<Icon />}>
            {title}
          </Item>
        );
      })}
    </Group>
  );
}

function Pages({ isTeam, typed, onGo }: GroupProps & Pick<PaletteProps, 'isTeam'>) {
  const pages = destinationsFor(isTeam).filter(({ label, words }: Destination) =>
    matchesTyped(typed, label, words),
  );
  if (pages.length === 0) return null;
  return (
    <Group heading="Pages">
      {pages.map(({ path, label, icon: Icon }) => (
        <Item key={path} value={`page ${path}`} onSelect={() => onGo(path)} icon={<Icon />}>
          {label}
        </Item>
      ))}
    </Group>
  );
}

type Results = ReturnType<typeof useSearchResults>;

function SearchResults({ results, onGo }: Pick<GroupProps, 'onGo'> & { results: Results }) {
  const { members, sos, events, articles, messages } = results;
  return (
    <>
      {members.length > 0 && <FoundMembers members={members} onGo={onGo} />}
      {sos.length > 0 && (
        <Group heading="SOS">
          {sos.map(({ id, title, status }) => (
            <Item
              key={id}
              value={`sos ${id}`}
              onSelect={() => onGo(paths.sosDetail(id))}
              icon={<LifeBuoy />}
              aside={optionLabel(SOS_STATUSES, status)}
            >
              {title}
            </Item>
          ))}
        </Group>
      )}
      {events.length > 0 && (
        <Group heading="Événements">
          {events.map(({ id, title, startsAt }) => (
            <Item
              key={id}
              value={`event ${id}`}
              onSelect={() => onGo(paths.event(id))}
              icon={<CalendarDays />}
              aside={formatShortDate(startsAt)}
            >
              {title}
            </Item>
          ))}
        </Group>
      )}
      {articles.length > 0 && (
        <Group heading="Base de connaissances">
          {articles.map(({ id, title, category }) => (
            <Item
              key={id}
              value={`article ${id}`}
              onSelect={() => onGo(paths.article(id))}
              icon={<BookOpen />}
              aside={optionLabel(SOS_CATEGORIES, category)}
            >
              {title}
            </Item>
          ))}
        </Group>
      )}
      {messages.length > 0 && (
        <Group heading="Messages">
          {messages.map(({ id, seq, sender, title, excerpt, highlights, ...owner }) => (
            <Item
              key={id}
              value={`message ${id}`}
              onSelect={() => onGo(paths.chatOf(owner, { message: seq }))}
              icon={<MessageSquareText />}
              aside={title}
            >
              <span>{sender ? `${sender.firstName} : ` : ''}</span>
              <Highlighted text={excerpt} ranges={highlights} />
            </Item>
          ))}
        </Group>
      )}
    </>
  );
}

function FoundMembers({ members, onGo }: Pick<GroupProps, 'onGo'> & Pick<Results, 'members'>) {
  return (
    <Group heading="Membres">
      {members.map((member) => (
        <Item
          key={member.id}
          value={`member ${member.id}`}
          onSelect={() => onGo(paths.member(member.id))}
          icon={<Avatar name={memberName(member)} src={member.avatarUrl} size="xs" />}
          aside={member.storeName}
        >
          <span>{memberName(member)}</span>
          {member.isCertified && <CertifiedBadge className="ml-1" />}
        </Item>
      ))}
    </Group>
  );
}

const themes = [
  { choice: 'light', label: 'Thème clair', icon: Sun },
  { choice: 'dark', label: 'Thème sombre', icon: Moon },
  { choice: 'system', label: 'Thème du système', icon: Monitor },
] as const;

function Actions({
  typed,
  onGo,
  onAct,
  onSignOut,
}: GroupProps & { onAct: (action: () => void) => void; onSignOut: () => void }) {
  const { choice, choose } = useThemeStore();
  const actions = [
    { label: 'Lancer un SOS', words: 'demander aide nouveau', icon: Plus, run: () => onGo(paths.sosNew) },
    ...themes
      .filter((theme) => theme.choice !== choice)
      .map((theme) => ({ ...theme, words: 'apparence', run: () => onAct(() => choose(theme.choice)) })),
    { label: 'Se déconnecter', words: 'quitter sortir', icon: LogOut, run: () => onAct(onSignOut) },
  ].filter(({ label, words }) => matchesTyped(typed, label, words));
  if (actions.length === 0) return null;
  return (
    <Group heading="Actions">
      {actions.map(({ label, icon: Icon, run }) => (
        <Item key={label} value={`action ${label}`} onSelect={run} icon={<Icon />}>
          {label}
        </Item>
      ))}
    </Group>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted-foreground"
    >
      {children}
    </Command.Group>
  );
}

function Item({
  value,
  onSelect,
  icon,
  aside,
  children,
}: {
  value: string;
  onSelect: () => void;
  icon: ReactNode;
  aside?: string;
  children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 text-sm select-none data-[selected=true]:bg-secondary max-md:min-h-12"
    >
      <span aria-hidden className="flex w-6 shrink-0 justify-center text-muted-foreground [&_svg]:size-4.5">
        {icon}
      </span>
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {aside && <span className="max-w-2/5 shrink-0 truncate text-xs text-muted-foreground">{aside}</span>}
    </Command.Item>
  );
}
