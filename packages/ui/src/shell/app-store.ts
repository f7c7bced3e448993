import { create } from 'zustand';
import { persist } from 'zustand/middleware';

type AppStore = {
  sidebarCollapsed: boolean;
  /** Where the person is; not persisted. */
  currentRoute: string;
  /** A page fills a phone's screen and brings its own way back; not persisted. */
  isImmersed: boolean;
  toggleSidebar: () => void;
  visit: (route: string) => void;
};

/** Seven days, in seconds (docs/specification.md#navigation). */
const COOKIE_LIFETIME = 604_800;

/** Key `app-store`, of which only the side menu is kept (docs/specification.md#navigation). */
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
