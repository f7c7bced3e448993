import { describeAnnouncement, placeOfAnnouncement } from './announcements/delivery.ts';
import { describeBenchmark, placeOfBenchmark } from './benchmarks/notices.ts';
import { describeMention } from './conversations/mention-notices.ts';
import { describeMessages, markNotified, placeOfMessage } from './conversations/message-pushes.ts';
import { unreadOf } from './conversations/reading.ts';
import { describeDealNews, placeOfDealNews } from './deals/notices.ts';
import {
  describeChange,
  describeReminder,
  describeSeat,
  placeOfChange,
  placeOfReminder,
  placeOfSeat,
} from './events/notices.ts';
import { describeDraft, placeOfDraft } from './knowledge/draft-notices.ts';
import type { NoticeSource, NoticeSources } from './notices/content.ts';
import { describeQuestion, placeOfQuestion } from './outcomes/asking.ts';
import { describeExamined, placeOfExamined } from './reports/notices.ts';
import { describeFirstHelp } from './sos/first-help.ts';
import { describeAsked, describeAssigned, describeEnded, describeJoined } from './sos/notices.ts';
import { atItsChat, atItsDesk, atSos } from './sos/subjects.ts';
import { describeAlert, describeUnhelped } from './sos/waves/notices.ts';

const dealNews: NoticeSource = { describe: describeDealNews, place: placeOfDealNews };

/**
 * The functions of each kind write its texts, and say what it is about. A row of `NOTICES` in the contracts says
 * the channels.
 */
export const NOTICE_SOURCES: NoticeSources = {
  kinds: {
    message: { describe: describeMessages, place: placeOfMessage },
    mention: { describe: describeMention, place: placeOfMessage },
    joined: { describe: describeJoined, place: atItsChat },
    ended: { describe: describeEnded, place: atSos },
    asked: { describe: describeAsked, place: atSos },
    assigned: { describe: describeAssigned, place: atItsChat },
    alert: { describe: describeAlert, place: atSos },
    held: { describe: describeQuestion, place: placeOfQuestion },
    draft: { describe: describeDraft, place: placeOfDraft },
    unhelped: { describe: describeUnhelped, place: atItsDesk },
    announcement: { describe: describeAnnouncement, place: placeOfAnnouncement },
    benchmark: { describe: describeBenchmark, place: placeOfBenchmark },
    examined: { describe: describeExamined, place: placeOfExamined },
    helped: { describe: describeFirstHelp, place: atItsChat },
    'event-seat': { describe: describeSeat, place: placeOfSeat },
    'event-changed': { describe: describeChange, place: placeOfChange },
    'event-reminder': { describe: describeReminder, place: placeOfReminder },
    'deal-changed': dealNews,
    'deal-ended': dealNews,
    'deal-reminder': dealNews,
  },
  pushed: { message: markNotified, mention: markNotified },
  unreadTotal: async (queries, memberId) => (await unreadOf(queries, memberId)).total,
};
