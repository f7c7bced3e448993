import { ARTICLE_RULE, CONDUCT_RULES } from '@guilde/contracts/conduct.ts';
import { RATINGS_PUBLISHED_TOGETHER } from '@guilde/contracts/ratings.ts';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import type { LegalSection } from './legal-document.tsx';

const Conduct = (
  <>
    <p>Entre membres, on s’aide de bonne foi et on reste courtois. Il est interdit :</p>
    <ul>
      {CONDUCT_RULES.map(({ id, text }, index) => (
        <li key={id}>{`${text}${index < CONDUCT_RULES.length - 1 ? '\u202f;' : '.'}`}</li>
      ))}
    </ul>
  </>
);

const Ratings = (
  <>
    <p>
      L’auteur d’un SOS évalue, de 1 à 5, chaque membre qui a participé, avec un commentaire s’il le souhaite.
      Une évaluation porte sur l’aide apportée dans ce SOS, sincèrement et sans contrepartie.
    </p>
    <p>
      Le nombre de SOS résolus figure sur le profil. La moyenne et le nombre d’évaluations y sont montrés aux
      autres membres à partir de {RATINGS_PUBLISHED_TOGETHER} évaluations, puis mis à jour par{' '}
      {RATINGS_PUBLISHED_TOGETHER}, pour que personne ne puisse en déduire une. Les membres ayant aidé sur le
      plus de SOS résolus sont mis en avant sur l’accueil, sans autre critère. Toute personne qui s’estime
      victime d’une évaluation abusive peut demander qu’une personne l’examine.
    </p>
  </>
);

const Contributions = (
  <>
    <p>
      Vous restez titulaire des droits sur ce que vous publiez, et garantissez pouvoir le publier. Vous nous
      accordez, gratuitement et pour le monde entier, le droit non exclusif de l’héberger, le reproduire,
      l’adapter techniquement et l’afficher aux membres qui y ont accès, pour faire fonctionner Guilde, aussi
      longtemps que le contenu y figure.
    </p>
    <p>
      Pour la base de connaissances, ce droit comprend celui d’en tirer un résumé sans nom ni donnée
      permettant de reconnaître quelqu’un, de le modifier, de le publier auprès des membres ou, si un
      administrateur en décide ainsi, du public, pour la durée légale des droits d’auteur. Le résumé approuvé
      demeure après votre départ. Vous pouvez demander qu’un propos reconnaissable en soit retiré.
    </p>
    <p>
      Quand vous supprimez votre compte, vos messages restent dans les conversations, sans votre nom, pour que
      les autres participants retrouvent ce qui les a aidés.
    </p>
  </>
);

const Summaries = (
  <p>
    Les résumés sont rédigés par un procédé automatique puis relus par une personne avant publication, et
    portent la mention qui le dit. Ils peuvent contenir des erreurs ou ne plus être à jour{'\u202f'};{' '}
    {ARTICLE_RULE.text}. Leur fonctionnement et le masquage des données personnelles sont décrits dans la{' '}
    <Link to={`${paths.privacy}#ia`}>politique de confidentialité</Link>.
  </p>
);

const Moderation = (
  <>
    <p>
      <strong>Signaler (art. 16).</strong> Un membre signale une personne depuis son profil, ou un message
      depuis son menu ; toute personne peut nous signaler un contenu par le{' '}
      <Link to={paths.contact}>formulaire de contact</Link>, en indiquant où il se trouve, pourquoi il serait
      illicite, son nom et son adresse électronique, et qu’elle agit de bonne foi. Nous en accusons réception
      lorsque vous laissez une adresse.
    </p>
    <p>
      <strong>Examiner.</strong> Chaque signalement est examiné par un administrateur, avec diligence,
      objectivité et proportion. Aucune décision n’est prise par un procédé entièrement automatisé. La
      personne visée ne connaît pas l’auteur du signalement.
    </p>
    <p>
      <strong>Décider (art. 14).</strong> Selon la gravité et la répétition, nous pouvons adresser un
      avertissement, retirer un contenu, retirer le badge, suspendre un compte ou y mettre fin.
    </p>
    <p>
      <strong>Motiver (art. 17).</strong> La personne touchée par une mesure reçoit un exposé des motifs : la
      mesure, sa portée et sa durée, les faits, la règle ou la loi appliquée, l’usage éventuel d’un procédé
      automatisé et les recours ouverts. Nous n’y dérogeons que pour les envois commerciaux trompeurs en grand
      nombre ou sur ordre d’une autorité.
    </p>
    <p>
      <strong>Contester.</strong> Pendant six mois, vous pouvez demander gratuitement le réexamen d’une
      décision par le lien de l’e-mail qui vous l’annonce, ou par le formulaire de contact, que vous soyez la
      personne visée ou l’auteur du signalement. Une personne qui n’a pas pris la décision la réexamine chaque
      fois que c’est possible. Vous pouvez aussi déposer plainte auprès de l’Arcom, coordinateur pour les
      services numériques en France, et saisir le juge à tout moment.
    </p>
    <p>
      Le traitement des signalements d’une personne qui signale de manière répétée et manifestement infondée
      peut être suspendu.
    </p>
  </>
);

const Ending = (
  <>
    <p>
      Vous pouvez supprimer votre compte à tout moment depuis votre profil, sans motif ni préavis, et
      télécharger auparavant vos données.
    </p>
    <p>
      Nous pouvons suspendre un compte, ou y mettre fin, en cas de manquement grave ou répété, après avoir
      recueilli vos explications lorsque l’urgence le permet. Une suspension bloque la connexion ; son motif
      et les recours vous sont communiqués par e-mail.
    </p>
  </>
);

const Liability = (
  <>
    <p>
      Les réponses viennent de marchands comme vous. Elles ne remplacent pas l’avis d’un avocat, d’un
      expert-comptable ou d’un autre professionnel ; la décision vous appartient.
    </p>
    <p>
      Nous hébergeons ce que les membres publient, sans le vérifier au préalable : notre responsabilité n’est
      engagée que dans les conditions prévues pour les hébergeurs (art. 6 du règlement (UE) 2022/2065).
    </p>
    <p>
      Nous répondons des dommages directs causés par notre faute. Nous ne répondons ni des pertes
      d’exploitation ou de chance, ni des actes des membres, ni d’un cas de force majeure. Rien ici n’exclut
      une responsabilité que la loi interdit d’écarter.
    </p>
  </>
);

export const TERMS_CONDUCT: readonly LegalSection[] = [
  { id: 'conduite', title: 'Règles de conduite', body: Conduct },
  { id: 'evaluations', title: 'Évaluations', body: Ratings },
  { id: 'contributions', title: 'Ce que vous publiez', body: Contributions },
  { id: 'resumes', title: 'Résumés et base de connaissances', body: Summaries },
  { id: 'moderation', title: 'Signalement, modération et recours', body: Moderation },
  { id: 'fin', title: 'Suspension et fin du compte', body: Ending },
  { id: 'responsabilite', title: 'Responsabilité', body: Liability },
  {
    id: 'evolution',
    title: 'Évolution des conditions',
    body: (
      <p>
        Nous pouvons faire évoluer ces conditions. Un changement important est annoncé par e-mail ou dans
        l’application au moins trente jours à l’avance, sauf exigence légale plus pressante. Si vous n’y
        consentez pas, vous pouvez supprimer votre compte avant cette date.
      </p>
    ),
  },
  {
    id: 'droit',
    title: 'Droit applicable et litiges',
    body: (
      <p>
        Ces conditions relèvent du droit français. En cas de différend, écrivez-nous d’abord : nous cherchons
        une solution amiable. À défaut, et sous réserve des règles impératives contraires, les tribunaux de
        Paris sont seuls compétents.
      </p>
    ),
  },
];
