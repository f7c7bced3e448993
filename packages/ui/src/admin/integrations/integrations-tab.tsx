import { ApiKeys } from './api-keys.tsx';
import { Webhooks } from './webhooks.tsx';

export function IntegrationsTab() {
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-8">
      <ApiKeys />
      <Webhooks />
    </div>
  );
}
