"use client";
import { CornerDownLeft } from "lucide-react";
import { memo, useEffect, useRef } from "react";
import type { Command } from "./command-list.ts";

type Props = {
  id: string;
  index: number;
  command: Command;
  isActive: boolean;
  isFirstOfGroup: boolean;
  onPoint: (index: number) => void;
  onRun: (command: Command) => void;
};

export const CommandOption = memo(
  ({ id, index, command, isActive, isFirstOfGroup, onPoint, onRun }: Props) => {
    const { name, note, group, Icon } = command;
    const ref = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (isActive) ref.current?.scrollIntoView({ block: "nearest" });
    }, [isActive]);
    return (
      <>
        {isFirstOfGroup && (
          <p role="presentation" className="px-2.5 pt-2.5 pb-1 text-xs font-medium text-soft">
            {group}
          </p>
        )}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the text field above has the focus and the keys */}
        <div
          ref={ref}
          id={id}
          role="option"
          tabIndex={-1}
          aria-selected={isActive}
          onPointerMove={() => onPoint(index)}
          onClick={() => onRun(command)}
          className={`flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 text-sm pointer-coarse:min-h-11 ${isActive ? "bg-hover" : ""}`}
        >
          <Icon size={15} className="shrink-0 text-soft" aria-hidden="true" />
          <span className="min-w-0 grow truncate">{name}</span>
          {note && <span className="shrink-0 text-xs text-soft">{note}</span>}
          {isActive && <CornerDownLeft size={13} className="text-soft" aria-hidden="true" />}
        </div>
      </>
    );
  },
);
