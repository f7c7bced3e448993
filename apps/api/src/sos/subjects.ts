import { chatPath } from '../conversations/owners.ts';
import type { NoticePlace } from '../notices/content.ts';
import { noticeSubject } from '../notices/subjects.ts';

/** Subjects of notices about an SOS begin with its id. */
const anySubject = noticeSubject('sosId');
export const joinedSubject = noticeSubject('sosId', 'helperId');
export const momentSubject = noticeSubject('sosId', 'at');
export const helpSubject = noticeSubject('sosId', 'sign');

export function atSos(subject: string): NoticePlace {
  const { sosId } = anySubject.read(subject);
  return { id: sosId, path: `/sos/${sosId}` };
}

export function atItsChat(subject: string): NoticePlace {
  const { sosId } = anySubject.read(subject);
  return { id: sosId, path: chatPath({ sosId }) };
}

export function atItsDesk(subject: string): NoticePlace {
  const { sosId } = anySubject.read(subject);
  return { id: sosId, path: `/admin/sos/${sosId}?status=unhelped` };
}
