import { Moon, Sun } from 'lucide-react';
import { Button } from '../kit/button.tsx';
import { useTheme, useThemeStore } from '../kit/theme.ts';

export function ThemeToggle({ className }: { className?: string }) {
  const theme = useTheme();
  const choose = useThemeStore((store) => store.choose);
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <Button
      variant="ghost"
      size="icon"
      className={className}
      aria-label="Thème sombre"
      aria-pressed={theme === 'dark'}
      onClick={() => choose(theme === 'dark' ? 'light' : 'dark')}
    >
      <Icon />
    </Button>
  );
}
