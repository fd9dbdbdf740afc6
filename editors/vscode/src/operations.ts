// Going to an atom, a tiled operation or a layout by name.

import * as vscode from "vscode";
import { Server } from "./client";
import { Operation, operations } from "./protocol";

const groups: Record<Operation["kind"], [title: string, icon: string]> = {
  mma_atom: ["Matrix atoms", "symbol-operator"],
  copy_atom: ["Copy atoms", "arrow-swap"],
  tiled_mma: ["Tiled matrix products", "table"],
  tiled_copy: ["Tiled copies", "copy"],
  layout: ["Layouts", "symbol-ruler"],
  memref: ["Memory references", "database"],
};

interface OperationItem extends vscode.QuickPickItem {
  operation?: Operation;
}

function reveal(editor: vscode.TextEditor, operation: Operation): void {
  const { start, end } = operation.range;
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  editor.selection = new vscode.Selection(range.start, range.start);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

export async function goToOperation(server: Server, editor: vscode.TextEditor): Promise<void> {
  const client = server.demand();
  if (!client) {
    return;
  }
  const found = await client.sendRequest(operations, { textDocument: { uri: editor.document.uri.toString() } });
  if (found.length === 0) {
    void vscode.window.showInformationMessage("Fly: there is no atom, tiled operation or layout in this file.");
    return;
  }
  const items: OperationItem[] = [];
  for (const [kind, [title, icon]] of Object.entries(groups)) {
    const members = found.filter((operation) => operation.kind === kind);
    if (members.length > 0) {
      items.push({ label: title, kind: vscode.QuickPickItemKind.Separator });
    }
    items.push(
      ...members.map((operation) => ({
        label: `$(${icon}) ${operation.name}`,
        description: operation.label,
        detail: operation.stale ? "does not parse; as it was before" : undefined,
        operation,
      })),
    );
  }
  const before = editor.selection;
  const choice = await vscode.window.showQuickPick(items, {
    title: "Go to atom, tiled operation or layout",
    matchOnDescription: true,
    onDidSelectItem: (item: OperationItem) => item.operation && reveal(editor, item.operation),
  });
  if (choice?.operation) {
    reveal(editor, choice.operation);
    await vscode.window.showTextDocument(editor.document, editor.viewColumn);
  } else {
    editor.selection = before;
    editor.revealRange(before, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}
