import {
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleMinus,
  CircleX,
  type LucideIcon,
  Siren,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { badgeClasses } from './badge.tsx';
import { cn } from './cn.ts';

/** `done` ends with success, `ended` without. Neighbours in this order differ even without hue. */
export type State = 'waiting' | 'active' | 'done' | 'ended' | 'failed' | 'urgent';

type Look = { icon: LucideIcon; badge: string; mark: string; fill: string };

const looks: Record<State, Look> = {
  waiting: {
    icon: CircleDashed,
    badge: 'bg-state-waiting-soft text-state-waiting-text',
    mark: 'text-state-waiting',
    fill: 'bg-state-waiting',
  },
  active: {
    icon: CircleDot,
    badge: 'bg-state-active-soft text-state-active-text',
    mark: 'text-state-active',
    fill: 'bg-state-active',
  },
  done: {
    icon: CircleCheck,
    badge: 'bg-state-done-soft text-state-done-text',
    mark: 'text-state-done',
    fill: 'bg-state-done',
  },
  ended: {
    icon: CircleMinus,
    badge: 'bg-state-ended-soft text-state-ended-text',
    mark: 'text-state-ended',
    fill: 'bg-state-ended',
  },
  failed: {
    icon: CircleX,
    badge: 'bg-state-failed-soft text-state-failed-text',
    mark: 'text-state-failed',
    fill: 'bg-state-failed',
  },
  urgent: {
    icon: Siren,
    badge: 'bg-state-urgent-soft text-state-urgent-text',
    mark: 'text-state-urgent',
    fill: 'bg-state-urgent',
  },
};

export function StateBadge({
  state,
  className,
  children,
}: {
  state: State;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span data-slot="state" className={cn(badgeClasses(), looks[state].badge, className)}>
      <StateIcon state={state} />
      {children}
    </span>
  );
}

export type LabelledState = { state: State; label: string };

export function LabelledBadge({ of: { state, label } }: { of: LabelledState }) {
  return <StateBadge state={state}>{label}</StateBadge>;
}

/** The icon needs its word beside it. */
export function StateIcon({ state, className }: { state: State; className?: string }) {
  const { icon: Icon, mark } = looks[state];
  return <Icon data-state={state} strokeWidth={2.25} className={cn('size-3.5 shrink-0', mark, className)} />;
}

/** Returns the CSS class of a chart’s part; the legend has the word. */
export function stateFill(state: State): string {
  return looks[state].fill;
}
