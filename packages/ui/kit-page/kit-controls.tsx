import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { Button, type ButtonProps } from '../src/kit/button.tsx';
import { Checkbox, Switch } from '../src/kit/checkbox.tsx';
import { CheckboxChips, RadioChips, RemovableChip } from '../src/kit/chips.tsx';
import { CheckboxCards, RadioCards } from '../src/kit/choice-cards.tsx';
import { CopyButton } from '../src/kit/copy-button.tsx';
import { Field, FieldGroup, FormError } from '../src/kit/field.tsx';
import { Input } from '../src/kit/input.tsx';
import { PasswordInput } from '../src/kit/password-input.tsx';
import { SearchInput } from '../src/kit/search-input.tsx';
import { Select } from '../src/kit/select.tsx';
import { StarRating, type StarValue } from '../src/kit/star-rating.tsx';
import { Textarea } from '../src/kit/textarea.tsx';
import { Line, Part } from './kit-part.tsx';

const VARIANTS: readonly NonNullable<ButtonProps['variant']>[] = [
  'default',
  'destructive',
  'outline',
  'secondary',
  'ghost',
  'link',
  'premium',
  'hero',
  'certified',
];

const OPTIONS = [
  { value: 'ads', label: 'Publicité' },
  { value: 'tech', label: 'Technique' },
  { value: 'legal', label: 'Juridique' },
] as const;
type Choice = (typeof OPTIONS)[number]['value'];

const STAR_LABELS = { 1: 'Pas utile', 2: 'Peu utile', 3: 'Utile', 4: 'Très utile', 5: 'Décisif' };

const nothing = () => undefined;

export function KitControls() {
  return (
    <>
      <Buttons />
      <Fields />
      <Choices />
    </>
  );
}

function Buttons() {
  return (
    <Part title="Boutons">
      <Line>
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
      </Line>
      <Line>
        <Button size="sm">Petit</Button>
        <Button size="lg">Grand</Button>
        <Button size="icon" aria-label="Ajouter">
          <Plus />
        </Button>
        <Button disabled>Indisponible</Button>
        <Button loading>En cours</Button>
        <CopyButton copy={async () => undefined} />
      </Line>
    </Part>
  );
}

function Fields() {
  const [search, setSearch] = useState('');
  return (
    <Part title="Champs">
      <Field label="Titre" hint="Une phrase." optional>
        <Input placeholder="Colis perdu" />
      </Field>
      <Field label="Adresse e-mail" error="Adresse e-mail invalide">
        <Input defaultValue="claire@" />
      </Field>
      <Field label="Lien">
        <Input disabled defaultValue="https://exemple.fr" />
      </Field>
      <Field label="Mot de passe">
        <PasswordInput autoComplete="off" />
      </Field>
      <Field label="Catégorie">
        <Select options={OPTIONS} placeholder="Choisir" />
      </Field>
      <Field label="Description">
        <Textarea maxLength={40} defaultValue="Presque autant de caractères que permis" />
      </Field>
      <SearchInput value={search} onChange={setSearch} label="Rechercher" placeholder="Rechercher" />
      <FormError>Impossible d’envoyer. Réessaie dans un instant.</FormError>
    </Part>
  );
}

function Choices() {
  const [one, setOne] = useState<Choice>('ads');
  const [several, setSeveral] = useState<Choice[]>(['ads', 'tech']);
  const [isOn, setOn] = useState(true);
  const [stars, setStars] = useState<StarValue>(4);
  const group = useId();
  return (
    <Part title="Choix">
      <RadioChips label="Une puce" options={OPTIONS} value={one} onChange={setOne} className="flex-wrap" />
      <FieldGroup label="Plusieurs puces" aside={`${several.length}/2`}>
        <CheckboxChips options={OPTIONS} values={several} onChange={setSeveral} max={2} />
      </FieldGroup>
      <Line>
        <RemovableChip removeLabel="Retirer le filtre Publicité" onRemove={nothing}>
          Publicité
        </RemovableChip>
      </Line>
      <FieldGroup label="Une carte">
        <RadioCards name={group} options={OPTIONS} value={one} onChange={setOne} />
      </FieldGroup>
      <FieldGroup label="Plusieurs cartes" error="Choisis une spécialité">
        <CheckboxCards options={OPTIONS} values={several} onChange={setSeveral} max={2} />
      </FieldGroup>
      <Checkbox label="Urgent" description="Les membres concernés sont prévenus aussitôt." defaultChecked />
      <Checkbox label="Non urgent" />
      <Switch checked={isOn} onChange={setOn} label="Nouveaux messages" description="À chaque message." />
      <Switch checked={!isOn} onChange={(on) => setOn(!on)} label="Heures calmes" />
      <Switch checked={false} onChange={nothing} disabled label="Indisponible" />
      <StarRating value={stars} onChange={setStars} labels={STAR_LABELS} legend="Aide de Karim" />
    </Part>
  );
}
