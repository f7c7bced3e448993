import { FILE_ALT_MAX } from '@guilde/contracts/files/rules.ts';
import { useId, useState } from 'react';
import { errorMessage } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogContent, DialogFooter } from '../kit/dialog.tsx';
import { Textarea } from '../kit/textarea.tsx';
import { toast } from '../kit/toast.ts';
import { type Attachment, contentOf } from './attachments.ts';
import { describeAttachment, type UploadPlace } from './uploading.ts';

export function DescribeDialog({
  place,
  attachment,
  onClose,
}: {
  place: UploadPlace;
  attachment: Attachment;
  onClose: () => void;
}) {
  const [alt, setAlt] = useState(attachment.alt);
  const fieldId = useId();
  const url = contentOf(attachment.id)?.url;
  const save = async () => {
    try {
      await describeAttachment(place, attachment.id, alt);
      onClose();
    } catch (error) {
      toast.error('Erreur', { description: errorMessage(error) });
    }
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title="Décrire l’image"
        description="En une phrase, pour qui ne la voit pas. C’est facultatif, et bienvenu."
      >
        {url && <img src={url} alt="" className="max-h-64 w-full rounded-md bg-muted object-contain" />}
        <label htmlFor={fieldId} className="sr-only">
          Description de l’image
        </label>
        <Textarea
          id={fieldId}
          rows={3}
          maxLength={FILE_ALT_MAX}
          value={alt}
          placeholder="Le tableau de bord Google Ads avec l’alerte de suspension"
          onChange={(event) => setAlt(event.target.value)}
        />
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Annuler
          </Button>
          <Button className="max-md:w-full" onClick={() => void save()}>
            Enregistrer
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
