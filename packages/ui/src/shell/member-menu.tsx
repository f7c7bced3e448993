import {
  BellOff,
  BellRing,
  ChevronsUpDown,
  LogOut,
  Monitor,
  Moon,
  Settings,
  Sun,
  UserRound,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import { Avatar } from '../kit/avatar.tsx';
import { cn } from '../kit/cn.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../kit/dropdown-menu.tsx';
import { type ThemeChoice, useThemeStore } from '../kit/theme.ts';
import { paths } from '../paths.ts';

export type ShellMember = { name: string; avatarUrl: string | null; storeName: string; quiet: Quiet };

/** While « Ne pas déranger » holds, `activeLabel` says until when. */
export type Quiet = { activeLabel: string | null; acts: { label: string; run: () => void }[] };

const themes = [
  { value: 'light', label: 'Clair', icon: Sun },
  { value: 'dark', label: 'Sombre', icon: Moon },
  { value: 'system', label: 'Système', icon: Monitor },
] as const satisfies readonly { value: ThemeChoice; label: string; icon: typeof Sun }[];

export function MemberMenu({
  member,
  collapsed,
  onSignOut,
}: {
  member: ShellMember;
  collapsed: boolean;
  onSignOut: () => void;
}) {
  const { choice, choose } = useThemeStore();
  const { activeLabel } = member.quiet;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        className={cn(
          'flex w-full items-center gap-2.5 rounded-md p-1.5 text-left hover:bg-sidebar-accent data-[state=open]:bg-sidebar-accent',
          collapsed && 'justify-center p-0.5',
        )}
      >
        <span className="sr-only">{`Mon compte${collapsed ? `, ${member.name}` : ''}`}</span>
        <span className="relative flex shrink-0">
          <Avatar name={member.name} src={member.avatarUrl} size="sm" />
          <QuietMark activeLabel={activeLabel} />
        </span>
        {!collapsed && (
          <>
            <span className="grid min-w-0 flex-1 leading-tight">
              <span className="truncate text-sm font-medium">{member.name}</span>
              <span className={cn('text-xs text-muted-foreground', !activeLabel && 'truncate')}>
                {activeLabel ?? member.storeName}
              </span>
            </span>
            <ChevronsUpDown className="size-4 shrink-0 text-muted-foreground" />
          </>
        )}
      </DropdownMenuTrigger>
      <DropdownMenuContent side="top" align="start" className="w-60">
        <DropdownMenuItem asChild>
          <Link to={paths.profile}>
            <UserRound />
            Mon profil
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to={paths.settings()}>
            <Settings />
            Réglages
          </Link>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <QuietItems {...member.quiet} />
        <DropdownMenuSeparator />
        <DropdownMenuGroup label="Apparence">
          <DropdownMenuRadioGroup value={choice} onValueChange={(value) => choose(value as ThemeChoice)}>
            {themes.map((theme) => (
              <DropdownMenuRadioItem key={theme.value} value={theme.value}>
                <theme.icon />
                <span>{theme.label}</span>
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
        </DropdownMenuGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={onSignOut}>
          <LogOut />
          Se déconnecter
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function QuietItems({ activeLabel, acts }: Quiet) {
  const Icon = activeLabel ? BellRing : BellOff;
  return (
    <DropdownMenuGroup label={activeLabel ?? 'Ne pas déranger'}>
      {acts.map(({ label, run }) => (
        <DropdownMenuItem key={label} onSelect={run}>
          <Icon />
          <span>{label}</span>
        </DropdownMenuItem>
      ))}
    </DropdownMenuGroup>
  );
}

/** It stands on the own picture while nothing disturbs. */
export function QuietMark({ activeLabel }: { activeLabel: string | null | undefined }) {
  if (!activeLabel) return null;
  return (
    <span
      data-slot="quiet"
      className="absolute -right-1 -bottom-1 flex size-4 items-center justify-center rounded-full border bg-background"
    >
      <BellOff strokeWidth={2} className="size-2.5" />
      <span className="sr-only">{`, ${activeLabel}`}</span>
    </span>
  );
}
