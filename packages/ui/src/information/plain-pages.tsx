import { PlainPage } from './plain-text.tsx';

export const AdminPage = () => (
  <PlainPage title="Administration">
    Les outils d’administration de la communauté se trouveront sur cette page.
  </PlainPage>
);
