import { EVIDENCE_MAX_BYTES } from '@guilde/contracts/evidence/rules.ts';
import { bytesLabel } from '@guilde/contracts/files/rules.ts';
import { FileCheck2, Upload } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { errorMessage } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { formatDate, formatDateTime } from '../kit/format.ts';
import { Note } from '../kit/states.tsx';
import { toast } from '../kit/toast.ts';
import { useEvidence, useSendEvidence } from './evidence-data.ts';

export function EvidenceRequest() {
  const { data: evidence } = useEvidence();
  const send = useSendEvidence();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (!evidence) return null;
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    currentTarget.value = '';
    if (!file) return;
    if (file.size > EVIDENCE_MAX_BYTES) return setProblem('Ce fichier dépasse 8 Mo.');
    setProblem(null);
    send.mutate(file, {
      onSuccess: () => toast.success('Justificatif envoyé', { shownByPage: true }),
      onError: (error) => setProblem(errorMessage(error)),
    });
  };
  const { file } = evidence;
  return (
    <div className="grid grid-cols-1 gap-4">
      {file ? (
        <Note icon={<FileCheck2 />}>
          <p className="font-medium">L’équipe a reçu votre justificatif.</p>
          <p className="wrap-anywhere text-muted-foreground">
            {`${file.name} (${bytesLabel(file.bytes)}), envoyé le ${formatDateTime(file.sentAt)}. Il sera effacé dès la décision.`}
          </p>
        </Note>
      ) : (
        <Note tone="warning">
          <p className="font-medium">{`L’équipe vous demande un justificatif avant le ${formatDate(evidence.dueAt)}.`}</p>
          <p className="wrap-anywhere whitespace-pre-line text-muted-foreground">{evidence.reason}</p>
        </Note>
      )}
      <div className="grid gap-2">
        <Button
          variant={file ? 'outline' : 'default'}
          className="justify-self-start"
          loading={send.isPending}
          onClick={() => input.current?.click()}
        >
          {!send.isPending && <Upload />}
          <span>{file ? 'Envoyer un autre fichier' : 'Envoyer un justificatif'}</span>
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Justificatif"
          accept="image/png,image/jpeg,image/webp,.pdf"
          onChange={choose}
        />
        <p className="text-sm text-muted-foreground">
          Envoyez un Kbis, un avis INSEE ou une facture au nom de votre boutique (photo ou PDF, 8 Mo). Seuls
          les administrateurs le voient.
        </p>
        <div role="alert" className="text-sm text-danger empty:hidden">
          {problem}
        </div>
      </div>
    </div>
  );
}
