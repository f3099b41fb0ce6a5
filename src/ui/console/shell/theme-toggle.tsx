"use client";
import { Monitor, Moon, Sun } from "lucide-react";
import { useId, useState } from "react";
import { applyTheme, type Theme } from "../theme.ts";

const CHOICES = [
  { theme: "system", name: "As the system", Icon: Monitor },
  { theme: "light", name: "Light", Icon: Sun },
  { theme: "dark", name: "Dark", Icon: Moon },
] as const;

export const ThemeToggle = ({ initial }: { initial: Theme }) => {
  const [theme, setTheme] = useState(initial);
  const group = useId();
  const choose = (next: Theme): void => {
    setTheme(next);
    applyTheme(next);
  };
  return (
    <fieldset className="flex w-fit rounded-md border bg-neutral-soft p-0.5">
      <legend className="sr-only">Theme</legend>
      {CHOICES.map(({ theme: choice, name, Icon }) => (
        <label
          key={choice}
          title={name}
          className="forced-choice relative grid h-6 w-8 place-items-center rounded-sm text-soft hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-9 pointer-coarse:w-11"
        >
          <input
            type="radio"
            name={group}
            checked={theme === choice}
            onChange={() => choose(choice)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none!"
          />
          <Icon size={14} aria-hidden="true" />
          <span className="sr-only">{name}</span>
        </label>
      ))}
    </fieldset>
  );
};
