export type SummaryStatus = 'pending' | 'approved' | 'rejected';
export type SummaryPrivacy = 'public' | 'members';
/** Written by a paid model, or by the local summariser. */
export type SummaryOrigin = 'ai' | 'local';

/** What was learned, with the sequence numbers of the messages that it rests on (one at least). */
export type KeyPoint = { text: string; messages: number[] };
