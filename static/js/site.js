// Small comforts of every page: a form is sent once, and an open menu closes again. What needs scripts shows itself.

document.documentElement.classList.add("scripted");

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-once]")) return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});
// A page that comes back from the browser's memory is a new wish, so it needs a new key.
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const form of document.querySelectorAll("[data-once]")) {
    delete form.dataset.sent;
    if (form.elements.key) form.elements.key.value = crypto.randomUUID?.() ?? form.elements.key.value;
  }
});

document.addEventListener("click", (event) => {
  const question = event.target.closest("[data-confirm]")?.dataset.confirm;
  if (question && !confirm(question)) event.preventDefault();
});

function closeMenus(except) {
  for (const menu of document.querySelectorAll("[data-menu][open]")) if (!menu.contains(except)) menu.open = false;
}
document.addEventListener("click", (event) => closeMenus(event.target));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const summary = document.querySelector("[data-menu][open] summary");
  closeMenus(null);
  summary?.focus();
});

/* Check a sealed answer: hash salt, colon and answer here, and compare with the commitment */
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-verify]");
  if (!button) return;
  const { salt, answer, commitment } = button.dataset;
  if (!globalThis.crypto?.subtle) {
    document.getElementById(button.getAttribute("aria-controls")).textContent = "This browser can hash only on a secure connection: use the command below.";
    return;
  }
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${salt}:${answer}`));
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const result = document.getElementById(button.getAttribute("aria-controls"));
  result.textContent = hash === commitment
    ? `✓ It matches: your browser computed ${hash} too. The answer was not changed after it was sealed.`
    : `✗ It does not match: your browser computed ${hash}.`;
  result.className = `note ${hash === commitment ? "success" : "error"}`;
});
