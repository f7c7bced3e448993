import { MESSAGE_FILES_MAX } from '@guilde/contracts/files/rules.ts';
import { useAttaching } from '../files/attaching.tsx';
import { useMemberContext } from './member-context.ts';
import { draftKey } from './outgoing.ts';

export function useComposerFiles(conversationId: string) {
  const { memberId } = useMemberContext();
  return useAttaching(draftFilesOf(memberId, conversationId));
}

export function draftFilesOf(memberId: string, conversationId: string) {
  return {
    key: draftKey(memberId, conversationId),
    path: `/api/conversations/${conversationId}/files`,
    max: MESSAGE_FILES_MAX,
  };
}
