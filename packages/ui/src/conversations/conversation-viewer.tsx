import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { useEffect, useState } from 'react';
import { FileViewer, type ViewedPicture, type ViewerProps } from '../files/file-viewer.tsx';
import { shortName } from './conversation.ts';
import { useConversationFiles } from './conversation-files.ts';
import { fileCaption } from './labels.ts';

/** This many pictures before the one that is shown are loaded. */
const AHEAD = 3;

/** Shows all pictures of a conversation in order, at first only those beside the opened one. */
export function ConversationViewer({
  conversation,
  memberId,
  pictures: beside,
  startId,
  onClose,
}: ViewerProps & { conversation: Conversation; memberId: string }) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useConversationFiles(conversation.id);
  const all = (data?.pages ?? [])
    .flatMap(({ messages }) => messages)
    .toReversed()
    .flatMap(({ senderId, createdAt, files }): ViewedPicture[] => {
      const caption = fileCaption(
        senderId === memberId ? 'moi' : shortName(conversation, senderId),
        createdAt,
      );
      return files.filter(({ kind }) => kind === 'picture').map((file) => ({ file, caption }));
    });
  const hasStart = all.some(({ file }) => file.id === startId);
  const [index, setIndex] = useState(0);
  const wantsMore = hasNextPage && !isFetching && !isError && (!hasStart || index < AHEAD);
  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, fetchNextPage]);
  return (
    <FileViewer
      place={`conversations/${conversation.id}`}
      pictures={hasStart ? all : beside}
      startId={startId}
      hasEarlier={!hasStart || hasNextPage}
      onShow={setIndex}
      onClose={onClose}
    />
  );
}
