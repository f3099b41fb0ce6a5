import { memo } from "react";
import type { Command } from "./command-list.ts";
import { CommandOption } from "./command-option.tsx";

type Props = {
  listId: string;
  commands: readonly Command[];
  active: number;
  onPoint: (index: number) => void;
  onRun: (command: Command) => void;
};

/** The commands that match, in their groups. Drawn again only when it is others, or another one is active. */
export const CommandResults = memo(({ listId, commands, active, onPoint, onRun }: Props) =>
  commands.map((command, index) => (
    <CommandOption
      key={command.id}
      id={`${listId}-${index}`}
      index={index}
      command={command}
      isActive={index === active}
      isFirstOfGroup={command.group !== commands[index - 1]?.group}
      onPoint={onPoint}
      onRun={onRun}
    />
  )),
);
