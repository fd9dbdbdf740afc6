// What every panel's page does: it shows the bodies that the extension sends.
const vscode = acquireVsCodeApi();
const main = document.querySelector("main");
/** Functions that run after a new body was put in. */
const afterBody = [];
/** Functions that get every other message of the extension. */
const onMessage = [];

window.addEventListener("message", ({ data }) => {
  if (data.body !== undefined) {
    // The extension escapes all text from outside before it becomes part of a body.
    const top = document.documentElement.scrollTop;
    main.innerHTML = data.body;
    document.documentElement.scrollTop = top;
    afterBody.forEach((act) => act());
  } else {
    onMessage.forEach((act) => act(data));
  }
});

/** Calls `act` for clicks on elements that match, also those that come later. */
function onClick(selector, act) {
  document.addEventListener("click", (event) => {
    const element = event.target.closest(selector);
    if (element) act(element, event);
  });
}

vscode.postMessage({ ready: true });
