import { create } from 'zustand';
import { persist } from 'zustand/middleware';

type AppStore = {
  sidebarCollapsed: boolean;
  /** It is not persisted. */
  currentRoute: string;
  /** The page fills a phone’s screen and has a back button of its own. It is not persisted. */
  isImmersed: boolean;
  toggleSidebar: () => void;
  visit: (route: string) => void;
};

/** The lifetime is seven days, in seconds (docs/specification.md#navigation). */
const COOKIE_LIFETIME = 604_800;

/** Key and content are those of docs/specification.md#navigation. */
export const useAppStore = create<AppStore>()(
  persist(
    (set, get) => ({
      sidebarCollapsed: false,
      currentRoute: '/',
      isImmersed: false,
      toggleSidebar: () => {
        const sidebarCollapsed = !get().sidebarCollapsed;
        set({ sidebarCollapsed });
        rememberInCookie(!sidebarCollapsed);
      },
      visit: (currentRoute) => set({ currentRoute }),
    }),
    {
      name: 'app-store',
      version: 1,
      partialize: ({ sidebarCollapsed }) => ({ sidebarCollapsed }),
    },
  ),
);

function rememberInCookie(open: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API refuses plain http outside localhost
  document.cookie = `sidebar:state=${open}; path=/; max-age=${COOKIE_LIFETIME}; SameSite=Lax`;
}
