import { Button } from '../src/kit/button.tsx';
import { ConfirmDialog } from '../src/kit/confirm-dialog.tsx';
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../src/kit/dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../src/kit/dropdown-menu.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../src/kit/popover.tsx';
import { Sheet, SheetContent, SheetTrigger } from '../src/kit/sheet.tsx';
import { toast } from '../src/kit/toast.ts';
import { Tooltip } from '../src/kit/tooltip.tsx';
import { Line, Part } from './kit-part.tsx';

/** Overlays take the theme of the page, not of the section. */
export function KitOverlays() {
  return (
    <Part title="Par-dessus la page">
      <Line>
        <Dialog>
          <DialogTrigger asChild>
            <Button variant="outline">Dialogue</Button>
          </DialogTrigger>
          <DialogContent title="Signaler Karim" description="L’équipe lit chaque signalement.">
            <DialogFooter>
              <Button>Envoyer</Button>
            </DialogFooter>
          </DialogContent>
        </Dialog>
        <ConfirmDialog
          trigger={<Button variant="outline">Confirmation</Button>}
          title="Supprimer l’invitation ?"
          description="Le lien ne mènera plus nulle part."
          confirmLabel="Supprimer"
          destructive
          onConfirm={() => undefined}
        />
        <Sheet>
          <SheetTrigger asChild>
            <Button variant="outline">Panneau</Button>
          </SheetTrigger>
          <SheetContent title="Informations et aide" description="Ce qu’il faut savoir." />
        </Sheet>
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="outline">Menu</Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuGroup label="Conversation">
              <DropdownMenuItem>Voir le SOS</DropdownMenuItem>
            </DropdownMenuGroup>
            <DropdownMenuSeparator />
            <DropdownMenuItem destructive>Quitter</DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
        <Popover>
          <PopoverTrigger asChild>
            <Button variant="outline">Bulle</Button>
          </PopoverTrigger>
          <PopoverContent aria-label="Participants">Claire, Karim et Zoé</PopoverContent>
        </Popover>
        <Tooltip text="Un court texte au survol">
          <Button variant="outline">Infobulle</Button>
        </Tooltip>
      </Line>
      <Line>
        <Button variant="secondary" onClick={() => toast.success('SOS créé !')}>
          Succès
        </Button>
        <Button
          variant="secondary"
          onClick={() => toast.info('Brouillon enregistré', { description: 'Sur cet appareil.' })}
        >
          Information
        </Button>
        <Button
          variant="secondary"
          onClick={() => toast.error('Erreur', { action: { label: 'Réessayer', onClick: () => undefined } })}
        >
          Échec
        </Button>
      </Line>
    </Part>
  );
}
