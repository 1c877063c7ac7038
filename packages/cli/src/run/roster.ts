import type { RunEvent } from "@polyglav/engine";
import { newLabel } from "../view/view-state.ts";

/** Knows who worked on a run so far, so that a person who is asked can tell two of the same role apart. */
export interface Roster {
  readonly see: (event: RunEvent) => void;
  /** Names an agent: by its role, and as the tree does with its run where there were several of that role. */
  readonly nameOf: (run: string | undefined, role: string) => string;
  /** The run that an ask comes from. */
  readonly askedBy: (ask: string) => string | undefined;
}

interface Member {
  readonly role: string;
  readonly label: string;
}

export function openRoster(): Roster {
  const members = new Map<string, Member>();
  const asks = new Map<string, string>();
  const join = (run: string, role: string): void => {
    const label = members.get(run)?.label ?? newLabel(role, [...members.values()]);
    members.set(run, { role, label });
  };
  return {
    see: (event) => {
      if (event.type === "run-start") join(event.run, event.role);
      if (event.type === "delegate-start") join(event.child, event.role);
      if (event.type === "ask-open") asks.set(event.ask, event.run);
    },
    nameOf: (run, role) => {
      const member = run === undefined ? undefined : members.get(run);
      if (run === undefined || member === undefined) return role;
      const alike = [...members.values()].filter((one) => one.role === member.role);
      return alike.length < 2 ? role : `${member.label} (${run})`;
    },
    askedBy: (ask) => asks.get(ask),
  };
}
