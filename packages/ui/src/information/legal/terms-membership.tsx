import { INITIAL_INVITATIONS, INVITATION_DAYS } from '@guilde/contracts/invitations.ts';
import { Link } from 'react-router-dom';
import { plural } from '../../kit/format.ts';
import { paths } from '../../paths.ts';
import { Fact, WithEmail } from './fact.tsx';
import type { LegalSection } from './legal-document.tsx';

const Points = (
  <>
    <p>
      L’éditeur de Guilde est <Fact of={({ name }) => name} />, société par actions simplifiée dont le siège
      est à Paris. Ses coordonnées complètes et celles de son hébergeur figurent dans les{' '}
      <Link to={paths.legal}>mentions légales</Link>.
    </p>
    <p>
      Point de contact unique des membres, de toute personne et des autorités (art. 11 et 12 du règlement
      (UE) 2022/2065 sur les services numériques) : <WithEmail>{(address) => <>{address} ou </>}</WithEmail>le{' '}
      <Link to={paths.contact}>formulaire de contact</Link>. Vous pouvez y écrire en français ; une personne
      vous répond.
    </p>
  </>
);

const Eligibility = (
  <>
    <p>Peut devenir membre la personne qui, à la fois :</p>
    <ul>
      <li>exploite une boutique en ligne, seule ou pour la société qu’elle dirige ou qui l’emploie ;</li>
      <li>agit à titre professionnel et a la capacité de contracter ;</li>
      <li>est invitée par un membre certifié.</li>
    </ul>
    <p>
      Guilde s’adresse aux seuls e-commerçants. Les agences, freelances et vendeurs de prestations n’y sont
      pas admis en cette qualité.
    </p>
    <p>
      Le badge « certifié » indique qu’un membre a été parrainé et a complété son profil. Il ne garantit ni la
      solvabilité, ni la qualité des produits, ni les compétences de la personne. Il peut être retiré si les
      conditions ne sont plus réunies.
    </p>
  </>
);

const Invitations = (
  <>
    <ul>
      <li>
        Chaque membre certifié dispose de {plural(INITIAL_INVITATIONS, 'invitation')}, et d’une de plus pour
        chaque marchand parrainé qui complète son profil.
      </li>
      <li>
        Une invitation est personnelle, valable {plural(INVITATION_DAYS, 'jour')}, et ne sert qu’une fois.
        Supprimée ou expirée, elle est recréditée.
      </li>
      <li>Une invitation ne se vend pas et ne s’échange contre aucun avantage.</li>
      <li>
        Le parrain invite des personnes qu’il connaît, et s’assure qu’elles acceptent de recevoir
        l’invitation : il nous transmet leur adresse et elles sont informées de son nom.
      </li>
    </ul>
    <p>
      Le parrainage est visible : le profil d’un membre nomme son parrain. Inviter en nombre des personnes qui
      ne remplissent pas les conditions est un manquement aux présentes.
    </p>
  </>
);

const Account = (
  <>
    <p>
      Les informations du compte et du profil doivent être exactes et tenues à jour. Un compte est personnel :
      vous n’en partagez pas le mot de passe et répondez de ce qui s’y fait, sauf usage frauduleux que vous
      nous signalez sans délai.
    </p>
    <p>
      L’accès à la communauté s’ouvre lorsque l’adresse est confirmée et que les six étapes du profil sont
      remplies. La liste de vos appareils connectés figure sur votre profil ; vous pouvez y fermer une session
      à tout moment.
    </p>
  </>
);

const Service = (
  <>
    <p>Guilde permet à ses membres :</p>
    <ul>
      <li>de lancer un SOS et d’y recevoir l’aide d’autres marchands ;</li>
      <li>d’échanger dans la conversation de ce SOS, limitée à cinq personnes, auteur du SOS compris ;</li>
      <li>d’évaluer, une fois le SOS résolu, chaque membre qui a participé ;</li>
      <li>de trouver d’autres membres dans l’annuaire et de consulter la base de connaissances.</li>
    </ul>
    <p>
      L’utilisation de base est gratuite. Si un service payant est proposé un jour, il le sera séparément,
      sous des conditions acceptées au préalable ; rien ne devient payant sans votre accord.
    </p>
    <p>
      Nous faisons de notre mieux pour que Guilde soit accessible en permanence, sans pouvoir le garantir. Une
      fonction peut évoluer, être interrompue pour maintenance ou cesser ; nous prévenons quand c’est
      possible.
    </p>
  </>
);

export const TERMS_MEMBERSHIP: readonly LegalSection[] = [
  {
    id: 'objet',
    title: 'Objet et acceptation',
    body: (
      <p>
        Ces conditions régissent l’accès à Guilde et son utilisation. Ouvrir un compte vaut acceptation. Elles
        forment, avec la <Link to={paths.privacy}>politique de confidentialité</Link> pour ce qui touche aux
        données, l’accord entre vous et nous.
      </p>
    ),
  },
  { id: 'contact', title: 'Qui nous sommes, où nous écrire', body: Points },
  { id: 'membres', title: 'Qui peut devenir membre', body: Eligibility },
  { id: 'invitations', title: 'Invitations et parrainage', body: Invitations },
  { id: 'compte', title: 'Votre compte', body: Account },
  { id: 'service', title: 'Le service', body: Service },
];
