import type { Conversation } from '@guilde/contracts/conversations/rules.ts';
import { Files } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { lazyPart } from '../shell/lazy-screen.tsx';

const FileListSheet = lazyPart(async () => (await import('./file-list.tsx')).FileListSheet);

export function FilesButton({ conversation }: { conversation: Conversation }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Fichiers"
        title="Fichiers"
        onClick={() => setOpen(true)}
      >
        <Files />
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <FileListSheet conversation={conversation} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
