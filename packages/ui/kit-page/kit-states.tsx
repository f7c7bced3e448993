import { LifeBuoy, LockKeyhole } from 'lucide-react';
import { Accordion, AccordionItem } from '../src/kit/accordion.tsx';
import { Button } from '../src/kit/button.tsx';
import { Skeleton, SkeletonGroup } from '../src/kit/skeleton.tsx';
import { Spinner } from '../src/kit/spinner.tsx';
import { EmptyState, ErrorState, Note, RefusedState } from '../src/kit/states.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../src/kit/tabs.tsx';
import { Part } from './kit-part.tsx';

const NOTES = ['neutral', 'primary', 'gold', 'warning', 'danger'] as const;

const nothing = () => undefined;

export function KitStates({ theme }: { theme: string }) {
  return (
    <>
      <Part title="Vide, erreur, refus, attente">
        <EmptyState
          title="Aucun SOS pour l’instant"
          icon={<LifeBuoy />}
          action={<Button>Lancer un SOS</Button>}
        >
          Lance le premier, la communauté le verra aussitôt.
        </EmptyState>
        <ErrorState onRetry={nothing} />
        <ErrorState onRetry={nothing} retrying />
        <RefusedState title="Réservé à l’administration" action={<Button variant="outline">Accueil</Button>}>
          Ton compte n’y a pas accès.
        </RefusedState>
        <SkeletonGroup className="grid gap-2">
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="w-full" />
        </SkeletonGroup>
        <Spinner text="Envoi en cours" />
      </Part>
      <Part title="Remarques">
        {NOTES.map((tone) => (
          <Note key={tone} tone={tone} icon={<LockKeyhole />}>
            Une remarque dans la page.
          </Note>
        ))}
      </Part>
      <Part title="Onglets et questions">
        <Tabs defaultValue="one">
          <TabsList aria-label="Onglets">
            <TabsTrigger value="one">Vue d’ensemble</TabsTrigger>
            <TabsTrigger value="two">Résumés</TabsTrigger>
          </TabsList>
          <TabsContent value="one">Le contenu du premier onglet.</TabsContent>
          <TabsContent value="two">Le contenu du second.</TabsContent>
        </Tabs>
        <Accordion type="single" collapsible>
          <AccordionItem value={`question-${theme}`} title="Comment recevoir une invitation ?">
            Par un membre.
          </AccordionItem>
        </Accordion>
      </Part>
    </>
  );
}
