import { MAX_PARTICIPANTS } from '@guilde/contracts/conversations.ts';
import { INITIAL_INVITATIONS, INVITATION_DAYS } from '@guilde/contracts/invitations.ts';
import { RATINGS_PUBLISHED_TOGETHER } from '@guilde/contracts/ratings.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { plural } from '../kit/format.ts';
import { paths } from '../paths.ts';

/** From docs/specification.md#information; `id`: anchor in the address. */
export const QUESTIONS: readonly { id: string; question: string; answer: ReactNode }[] = [
  {
    id: 'guilde',
    question: 'Qu’est-ce que Guilde ?',
    answer: (
      <p>
        Une communauté privée d’e-commerçants certifiés qui s’entraident. On y entre sur invitation d’un
        membre, on y demande de l’aide avec un SOS, et on en donne à son tour. Ni agences, ni freelances : que
        des marchands.
      </p>
    ),
  },
  {
    id: 'creer-un-sos',
    question: 'Comment créer un SOS ?',
    answer: (
      <>
        <p>
          Ouvre <Link to={paths.sosNew}>Lancer un SOS</Link>, choisis une catégorie, donne un titre et décris
          la situation : le contexte, ce que tu as essayé, ce que tu attends. Tu peux préciser jusqu’à trois
          spécialités utiles, et signaler une urgence.
        </p>
        <p>
          Ton brouillon est enregistré si tu quittes la page. Une fois publié, le SOS est visible de tous les
          membres.
        </p>
      </>
    ),
  },
  {
    id: 'rejoindre-une-conversation',
    question: 'Comment rejoindre une conversation d’entraide ?',
    answer: (
      <>
        <p>
          Dans la <Link to={paths.sos()}>liste des SOS</Link>, ouvre celui où tu peux aider, puis choisis
          « Répondre » ou « Rejoindre ». Chaque conversation compte {plural(MAX_PARTICIPANTS, 'place')}, celle
          de l’auteur du SOS comprise : quand elles sont prises, le SOS est complet.
        </p>
        <p>
          Tu peux quitter une conversation : ta place se libère aussitôt. Tu retrouves toutes tes
          conversations dans le <Link to={paths.chat()}>chat</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'modifier-mon-profil',
    question: 'Comment modifier mon profil ?',
    answer: (
      <p>
        Depuis <Link to={paths.profile}>ton profil</Link>, avec « Modifier » : nom, boutique, spécialités, bio
        et photo. Tes SOS et tes conversations montrent aussitôt le changement. Ton adresse e-mail n’est
        jamais visible des autres membres ; elle se change dans <Link to={paths.settings}>tes réglages</Link>.
      </p>
    ),
  },
  {
    id: 'evaluations',
    question: 'Comment fonctionnent les évaluations ?',
    answer: (
      <p>
        Quand tu marques ton SOS comme résolu, tu notes de 1 à 5 chaque membre qui a participé, avec un
        commentaire si tu le souhaites. La moyenne apparaît sur son profil à partir de{' '}
        {RATINGS_PUBLISHED_TOGETHER} évaluations : personne ne peut en déduire une. Un SOS résolu compte pour
        les membres qui y ont écrit au moins un message : ils peuvent paraître dans la rubrique « Héros du
        moment » de l’<Link to={paths.home}>accueil</Link>.
      </p>
    ),
  },
  {
    id: 'gratuit',
    question: 'Est-ce gratuit ?',
    answer: (
      <p>
        Oui, l’utilisation de base est gratuite : SOS, conversations, annuaire, base de connaissances et
        invitations. Si une offre payante arrive un jour, elle s’ajoutera à cela : rien de ce qui est gratuit
        ne deviendra payant sans ton accord.
      </p>
    ),
  },
  {
    id: 'inviter',
    question: 'Comment inviter d’autres marchands ?',
    answer: (
      <p>
        Tu disposes de {plural(INITIAL_INVITATIONS, 'invitation')}, dans{' '}
        <Link to={paths.profile}>ton profil</Link>. Saisis l’adresse e-mail du marchand, ou copie son lien
        pour le lui donner. L’invitation est valable {plural(INVITATION_DAYS, 'jour')} ; expirée ou supprimée,
        elle t’est recréditée. Chaque marchand invité qui complète son profil t’en donne une de plus.
      </p>
    ),
  },
  {
    id: 'photos-floutees',
    question: 'Que faire d’une photo floutée en carreaux de couleur ?',
    answer: (
      <p>
        Ces carreaux viennent d’une version précédente de « Flouter », et laissent parfois deviner les
        chiffres qu’ils cachent. Aujourd’hui, une zone floutée devient noire. Guilde ne sait pas quelles
        photos ont été floutées : si l’une des tiennes cache quelque chose d’important, supprime son message,
        ou retire-la de ton SOS, puis floute-la et envoie-la de nouveau.
      </p>
    ),
  },
  {
    id: 'probleme-technique',
    question: 'Que faire en cas de problème technique ?',
    answer: (
      <p>
        Recharge la page : tes messages et tes brouillons sont enregistrés. Si le problème persiste,
        écris-nous par le <Link to={paths.information('contact')}>formulaire de contact</Link> en disant ce
        que tu faisais, à quelle heure, et sur quel appareil.
      </p>
    ),
  },
];
