import type { Company } from '@guilde/contracts/information/rules.ts';
import type { ReactNode } from 'react';
import { useCompany } from '../data.ts';

/** A fact that is not configured is marked as missing, never invented. */
export function Fact({ of: read }: { of: (company: Company) => string | null }) {
  const { data: company, isError } = useCompany();
  if (company) {
    const value = read(company);
    return value === null ? <Missing>à compléter par l’exploitant</Missing> : <span>{value}</span>;
  }
  if (isError) return <Missing>indisponible pour le moment</Missing>;
  return (
    <span className="inline-block h-4 w-40 max-w-full animate-shimmer rounded-sm bg-secondary align-middle" />
  );
}

function Missing({ children }: { children: string }) {
  // Margin and padding on the right are equal, so that a comma after it keeps its place.
  return (
    <em className="-mr-1 rounded-sm box-decoration-clone bg-warning-soft py-0.5 pr-1 pl-0.5 text-warning not-italic">
      {children}
    </em>
  );
}

export function CompanyEmail() {
  const { data: company } = useCompany();
  if (!company?.email) return <Fact of={({ email }) => email} />;
  return <a href={`mailto:${company.email}`}>{company.email}</a>;
}

export function WithEmail({ children }: { children: (address: ReactNode) => ReactNode }) {
  const { data: company, isError } = useCompany();
  if (isError || company?.email === null) return null;
  return children(<CompanyEmail />);
}

/** The configuration has the address, in Paris (docs/specification.md#information). */
export function Seat() {
  const { data: company } = useCompany();
  return (
    <>
      <span>{company?.address ? null : 'Paris, '}</span>
      <Fact of={({ address }) => address} />
    </>
  );
}
