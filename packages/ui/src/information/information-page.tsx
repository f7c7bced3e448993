import { useEffect, useRef } from 'react';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useMember } from '../auth/account.ts';
import { ContactForm } from '../contact/contact-form.tsx';
import { Card } from '../kit/card.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../kit/tabs.tsx';
import { INFORMATION_TABS, type InformationTab, paths } from '../paths.ts';
import { Page, PageHeader } from '../shell/page.tsx';
import { About } from './about.tsx';
import { Faq } from './faq.tsx';
import { LegalDocument } from './legal/legal-document.tsx';
import notice from './legal/notice.md?raw';
import privacy from './legal/privacy.md?raw';

const TITLE = 'Centre d’information';

/** This many pixels of the previous tab stay visible. */
const TAB_MARGIN = 48;

const LABELS: Record<InformationTab, string> = {
  about: 'À propos',
  faq: 'Questions fréquentes',
  contact: 'Contact',
  legal: 'Mentions légales',
  privacy: 'Confidentialité',
};

function isTab(name: string | null | undefined): name is InformationTab {
  return INFORMATION_TABS.some((tab) => tab === name);
}

/** Old links have the tab in the query (`?tab=faq`). */
export function Component() {
  const { tab } = useParams();
  const [search] = useSearchParams();
  const requested = search.get('tab');
  if (tab === undefined)
    return <Navigate to={paths.information(isTab(requested) ? requested : 'about')} replace />;
  if (!isTab(tab)) return <Navigate to={paths.information('about')} replace />;
  return <InformationTabs tab={tab} />;
}

function InformationTabs({ tab }: { tab: InformationTab }) {
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector(`[data-tab="${tab}"]`);
    // `scrollIntoView` would scroll the page too.
    if (chosen) list.current?.scrollTo?.({ left: (chosen as HTMLElement).offsetLeft - TAB_MARGIN });
  }, [tab]);
  return (
    <Page>
      <PageHeader title={TITLE} documentTitle={`${LABELS[tab]} · ${TITLE}`} />
      <Tabs
        value={tab}
        activationMode="manual"
        onValueChange={(next) => void navigate(paths.information(next as InformationTab))}
      >
        <TabsList ref={list} aria-label={TITLE} className="relative print:hidden">
          {INFORMATION_TABS.map((name) => (
            <TabsTrigger key={name} value={name} data-tab={name}>
              {LABELS[name]}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value="about">
          <About />
        </TabsContent>
        <TabsContent value="faq">
          <Faq />
        </TabsContent>
        <TabsContent value="contact">
          <Contact />
        </TabsContent>
        <TabsContent value="legal">
          <LegalDocument text="terms" source={notice} />
        </TabsContent>
        <TabsContent value="privacy">
          <LegalDocument text="privacy" source={privacy} />
        </TabsContent>
      </Tabs>
    </Page>
  );
}

function Contact() {
  const member = useMember();
  return (
    <Card className="max-w-2xl md:p-8">
      <ContactForm key={member.id} writer={member} />
    </Card>
  );
}
