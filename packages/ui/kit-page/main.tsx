import './styles.css';
import { createRoot } from 'react-dom/client';
import { Announcer } from '../src/kit/announcer.tsx';
import { IconStyle } from '../src/kit/icon-style.tsx';
import { ToastHost } from '../src/kit/toast-host.tsx';
import { KitPage } from './kit-page.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <IconStyle>
    <KitPage />
    <Announcer />
    <ToastHost />
  </IconStyle>,
);
