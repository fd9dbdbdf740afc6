// Choosing the chip for modules that name none.

import * as vscode from "vscode";
import { Server } from "./client";
import { stages, Status } from "./protocol";

interface ChipItem extends vscode.QuickPickItem {
  /** The chip to set; empty leaves it to fly.json. */
  chip?: string;
}

function items(chips: string[], current: string, typed: string): ChipItem[] {
  const list: ChipItem[] = [];
  if (typed && !chips.some((chip) => chip.includes(typed))) {
    list.push({ label: typed, description: "as typed", chip: typed });
  }
  list.push({ label: "No chip", description: "leave it to the project file fly.json", chip: "" });
  const of = (title: string, found: string[]): void => {
    if (found.length > 0) {
      list.push({ label: title, kind: vscode.QuickPickItemKind.Separator });
      list.push(...found.map((chip) => ({ label: chip, description: chip === current ? "set now" : undefined, chip })));
    }
  };
  of("AMD", chips.filter((chip) => chip.startsWith("gfx")));
  of("NVIDIA", chips.filter((chip) => chip.startsWith("sm_")));
  of("Others", chips.filter((chip) => !/^(gfx|sm_)/.test(chip)));
  return list;
}

export async function selectChip(server: Server, state: Status | undefined): Promise<void> {
  const client = server.demand();
  if (!client) {
    return;
  }
  const { chips } = await client.sendRequest(stages);
  const configuration = vscode.workspace.getConfiguration("fly");
  const current = configuration.get("chip", "");
  const pick = vscode.window.createQuickPick<ChipItem>();
  pick.title = "Chip for modules that name none";
  pick.placeholder =
    state?.chipSource === "gpu.module"
      ? `this module names ${state.chip} itself, which stays in force`
      : "a chip such as gfx942 or sm_90";
  pick.items = items(chips, current, "");
  pick.activeItems = pick.items.filter((item) => item.chip === current);
  pick.onDidChangeValue((value) => (pick.items = items(chips, current, value.trim())));
  const chosen = await new Promise<string | undefined>((resolve) => {
    pick.onDidAccept(() => resolve(pick.selectedItems[0]?.chip));
    pick.onDidHide(() => resolve(undefined));
    pick.show();
  });
  pick.dispose();
  if (chosen !== undefined) {
    const target = vscode.workspace.workspaceFolders
      ? vscode.ConfigurationTarget.Workspace
      : vscode.ConfigurationTarget.Global;
    await configuration.update("chip", chosen || undefined, target);
  }
}
