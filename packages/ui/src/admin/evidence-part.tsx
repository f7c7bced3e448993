import type { AdminUserDetail } from '@guilde/contracts/admin/rules.ts';
import { bytesLabel } from '@guilde/contracts/files/rules.ts';
import { Download } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import { formatDate, formatDateTime } from '../kit/format.ts';
import { Part } from './panel.tsx';

export function EvidencePart({ user: { id, evidence } }: { user: AdminUserDetail }) {
  if (!evidence) return null;
  const { file } = evidence;
  return (
    <Part title="Justificatif demandé">
      <p className="text-sm wrap-anywhere whitespace-pre-line">{evidence.reason}</p>
      <p className="text-sm text-muted-foreground">
        {`Demandé le ${formatDateTime(evidence.askedAt)}. ${
          file
            ? `Envoyé le ${formatDateTime(file.sentAt)}. Le fichier est effacé avec la décision.`
            : `La personne n’a rien envoyé\u202f; elle a jusqu’au ${formatDate(evidence.dueAt)}.`
        }`}
      </p>
      {file && (
        <Button asChild size="sm" variant="outline" className="max-w-full justify-self-start">
          <a href={`/api/admin/users/${id}/evidence/file`} download={file.name}>
            <Download />
            <span className="truncate">{`${file.name} (${bytesLabel(file.bytes)})`}</span>
          </a>
        </Button>
      )}
    </Part>
  );
}
