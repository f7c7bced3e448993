import { chatPath } from '../conversations/owners.ts';
import { noticeSubject } from '../notices/subjects.ts';

/** Subjects of notices about an SOS begin with its id. */
const anySubject = noticeSubject('sosId');
export const joinedSubject = noticeSubject('sosId', 'helperId');
export const momentSubject = noticeSubject('sosId', 'at');
export const helpSubject = noticeSubject('sosId', 'sign');

export const atSos = anySubject.about('sosId', (sosId) => `/sos/${sosId}`);
export const atItsChat = anySubject.about('sosId', (sosId) => chatPath({ sosId }));
export const atItsDesk = anySubject.about('sosId', (sosId) => `/admin/sos/${sosId}?status=unhelped`);
