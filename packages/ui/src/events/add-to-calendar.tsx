import { CalendarPlus, Download } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogContent, DialogTrigger } from '../kit/dialog.tsx';
import { toast } from '../kit/toast.ts';
import { usePlatform } from '../platform.ts';
import { failureText } from '../refusals.ts';
import { fetchFile, saveFile } from '../save-file.ts';
import { CalendarLink } from './calendar-link.tsx';

export function AddToCalendar({ eventId }: { eventId: string }) {
  const platform = usePlatform();
  const save = () =>
    fetchFile(platform, `/api/events/${eventId}/calendar.ics`).then(
      (file) => saveFile(file, 'evenement.ics'),
      (error) => toast.error('Erreur', { description: failureText(error, 'Le fichier n’est pas arrivé.') }),
    );
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="ghost">
          <CalendarPlus />
          Ajouter à mon agenda
        </Button>
      </DialogTrigger>
      <DialogContent title="Ajouter à mon agenda">
        <section className="grid gap-2">
          <h3 className="text-sm font-semibold">Cet événement</h3>
          <p className="text-sm text-muted-foreground">Un fichier que tout agenda ouvre.</p>
          <Button variant="outline" size="sm" className="justify-self-start" onClick={() => void save()}>
            <Download />
            Télécharger
          </Button>
        </section>
        <section className="grid gap-2 border-t pt-4">
          <h3 className="text-sm font-semibold">Tous tes événements</h3>
          <CalendarLink />
        </section>
      </DialogContent>
    </Dialog>
  );
}
