import { describeAnnouncement } from './announcements/delivery.ts';
import { describeBenchmark } from './benchmarks/notices.ts';
import { describeMention } from './conversations/mention-notices.ts';
import { describeMessages, markNotified } from './conversations/message-pushes.ts';
import { unreadOf } from './conversations/reading.ts';
import { describeDealNews } from './deals/notices.ts';
import { describeChange, describeReminder, describeSeat } from './events/notices.ts';
import { describeDraft } from './knowledge/draft-notices.ts';
import type { NoticeSources } from './notices/content.ts';
import { describeQuestion } from './outcomes/asking.ts';
import { describeExamined } from './reports/notices.ts';
import { describeFirstHelp } from './sos/first-help.ts';
import { describeAsked, describeAssigned, describeEnded, describeJoined } from './sos/notices.ts';
import { describeAlert, describeUnhelped } from './sos/waves/notices.ts';

/** The function of each kind writes its texts. A row of `NOTICES` in the contracts says the channels. */
export const NOTICE_SOURCES: NoticeSources = {
  describe: {
    message: describeMessages,
    mention: describeMention,
    joined: describeJoined,
    ended: describeEnded,
    asked: describeAsked,
    assigned: describeAssigned,
    alert: describeAlert,
    held: describeQuestion,
    draft: describeDraft,
    unhelped: describeUnhelped,
    announcement: describeAnnouncement,
    benchmark: describeBenchmark,
    examined: describeExamined,
    helped: describeFirstHelp,
    'event-seat': describeSeat,
    'event-changed': describeChange,
    'event-reminder': describeReminder,
    'deal-changed': describeDealNews,
    'deal-ended': describeDealNews,
    'deal-reminder': describeDealNews,
  },
  pushed: { message: markNotified, mention: markNotified },
  unreadTotal: async (queries, memberId) => (await unreadOf(queries, memberId)).total,
};
