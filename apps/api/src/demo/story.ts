import type { OutcomeAnswer, Saved } from '@guilde/contracts/outcomes.ts';
import type { Specialty } from '@guilde/contracts/profiles.ts';
import type { SosCategory } from '@guilde/contracts/sos.ts';
import type { DemoLine } from './lines.ts';

/** Listed for everybody, for members, or not at all. */
export type DemoArticle = 'public' | 'members' | 'rejected';

/** Seven days later. */
type DemoHeld = { answer: OutcomeAnswer; comment?: string; saved?: Saved };

/** `stars`: one rating per helper, in order of joining. Without `article` the summary is pending. */
type DemoEnding =
  | { kind: 'resolved'; stars: number[]; comments?: string[]; article?: DemoArticle; held?: DemoHeld }
  | { kind: 'closed' }
  | { kind: 'running' };

/** `lines`: by first name; helpers join with their first line. */
export type DemoStory = {
  author: string;
  hoursAgo: number;
  category: SosCategory;
  specialties: Specialty[];
  isUrgent?: true;
  title: string;
  description: string;
  lines: DemoLine[];
  invites?: string[];
  ending: DemoEnding;
};
