// This belongs to offline.html, which the service worker shows in place of any page that did not come. The address stays what was asked.
(() => {
  const RETRY_MS = 5000;
  const title = document.getElementById('title');
  const text = document.getElementById('text');
  const offline = { title: title.textContent, text: text.textContent };
  const unanswered = {
    title: 'Guilde ne répond pas',
    text: 'Vérifie ta connexion. Tes brouillons et tes messages non envoyés sont enregistrés sur cet appareil. La page s’ouvrira dès que possible.',
  };

  // A browser may believe that it is online without a network; not the other way round.
  const show = () => {
    const shown = navigator.onLine ? unanswered : offline;
    title.textContent = shown.title;
    text.textContent = shown.text;
  };
  const reloadOnceAnswered = async () => {
    show();
    try {
      const answer = await fetch('/api/health/live', { cache: 'no-store' });
      if (answer.ok) location.reload();
    } catch {
      // The server does not answer yet.
    }
  };
  document.getElementById('retry').addEventListener('click', () => location.reload());
  addEventListener('online', () => void reloadOnceAnswered());
  addEventListener('offline', show);
  setInterval(() => void reloadOnceAnswered(), RETRY_MS);
  show();
})();
