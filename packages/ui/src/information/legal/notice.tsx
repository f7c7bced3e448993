import { formatSiren } from '@guilde/contracts/siren.ts';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { CompanyEmail, Fact, Seat } from './fact.tsx';
import type { LegalSection } from './legal-document.tsx';

export const NOTICE_SUMMARY =
  'Les informations que la loi pour la confiance dans l’économie numérique (loi n° 2004‑575 du 21 juin 2004, article 1-1) demande de mettre à votre disposition.';

/** Required by the LCEN, articles 1-1 and 19. */
export const NOTICE: readonly LegalSection[] = [
  {
    id: 'editeur',
    title: 'Éditeur',
    body: (
      <dl>
        <dt>Dénomination sociale</dt>
        <dd>
          <Fact of={({ name }) => name} />
        </dd>
        <dt>Forme</dt>
        <dd>Société par actions simplifiée (SAS)</dd>
        <dt>Capital social</dt>
        <dd>
          <Fact of={({ capital }) => capital} />
        </dd>
        <dt>Siège social</dt>
        <dd>
          <Seat />
        </dd>
        <dt>SIREN</dt>
        <dd>
          <Fact of={({ siren }) => siren && formatSiren(siren)} />
        </dd>
        <dt>Registre du commerce et des sociétés</dt>
        <dd>
          <Fact of={({ rcs }) => rcs} />
        </dd>
        <dt>TVA intracommunautaire</dt>
        <dd>
          <Fact of={({ vat }) => vat} />
        </dd>
        <dt>Directeur de la publication</dt>
        <dd>
          <Fact of={({ director }) => director} />
        </dd>
      </dl>
    ),
  },
  {
    id: 'contact',
    title: 'Nous joindre',
    body: (
      <>
        <dl>
          <dt>Téléphone</dt>
          <dd>
            <Fact of={({ phone }) => phone} />
          </dd>
          <dt>Adresse électronique</dt>
          <dd>
            <CompanyEmail />
          </dd>
        </dl>
        <p>
          Vous pouvez aussi nous écrire par le <Link to={paths.contact}>formulaire de contact</Link>, ouvert à
          tous, sans compte.
        </p>
      </>
    ),
  },
  {
    id: 'hebergeur',
    title: 'Hébergeur',
    body: (
      <>
        <p>Un prestataire héberge Guilde. Voici ses coordonnées.</p>
        <dl>
          <dt>Nom</dt>
          <dd>
            <Fact of={({ host }) => host.name} />
          </dd>
          <dt>Adresse</dt>
          <dd>
            <Fact of={({ host }) => host.address} />
          </dd>
          <dt>Pays d’établissement</dt>
          <dd>
            <Fact of={({ host }) => host.country} />
          </dd>
          <dt>Téléphone</dt>
          <dd>
            <Fact of={({ host }) => host.phone} />
          </dd>
        </dl>
      </>
    ),
  },
  {
    id: 'propriete',
    title: 'Propriété intellectuelle',
    body: (
      <>
        <p>
          Le logiciel, les textes, la charte graphique et la marque Guilde sont protégés par le code de la
          propriété intellectuelle. Toute reproduction ou réutilisation qui n’entre pas dans une exception
          légale demande notre accord écrit.
        </p>
        <p>
          Ce que les membres publient leur appartient : les{' '}
          <Link to={`${paths.terms}#contributions`}>conditions d’utilisation</Link> disent ce qu’ils nous
          autorisent à en faire. Les marques et boutiques citées appartiennent à leurs titulaires.
        </p>
      </>
    ),
  },
  {
    id: 'contenus',
    title: 'Signaler un contenu',
    body: (
      <>
        <p>
          Un contenu vous paraît illicite ? Écrivez-nous par le{' '}
          <Link to={paths.contact}>formulaire de contact</Link> en indiquant où il se trouve, pourquoi vous le
          jugez illicite, votre nom et votre adresse électronique. Les membres peuvent aussi signaler une
          personne depuis son profil.
        </p>
        <p>
          La suite donnée à un signalement et les recours possibles sont décrits dans les{' '}
          <Link to={`${paths.terms}#moderation`}>conditions d’utilisation</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'donnees',
    title: 'Données personnelles',
    body: (
      <p>
        Ce que nous faisons de vos données et les droits que vous avez sur elles :{' '}
        <Link to={paths.privacy}>politique de confidentialité</Link>. Guilde ne dépose que les traceurs
        strictement nécessaires à son fonctionnement.
      </p>
    ),
  },
  {
    id: 'accessibilite',
    title: 'Accessibilité',
    body: (
      <p>
        Le site est conçu pour être lu et utilisé au clavier, avec un lecteur d’écran et dans les deux thèmes,
        selon les règles internationales WCAG 2.2 de niveau AA. Aucun audit indépendant n’a encore été mené :
        si une page vous résiste, <Link to={paths.contact}>dites-le-nous</Link>, nous la corrigerons et vous
        donnerons l’information autrement en attendant.
      </p>
    ),
  },
  {
    id: 'droit',
    title: 'Droit applicable',
    body: (
      <p>
        Le site et ces mentions relèvent du droit français. À défaut d’accord amiable, et sous réserve des
        règles impératives qui protégeraient l’une des parties, les tribunaux de Paris sont compétents.
      </p>
    ),
  },
];
