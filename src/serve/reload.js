// Reloads the page when the preview shows something else. It asks by a script element, not by a connection: the site's
// Content-Security-Policy allows scripts of its own host and no connections.
const own = new URL(document.currentScript.src);
const version = own.searchParams.get("version");
let asked = 0;

function ask() {
  const script = document.createElement("script");
  asked += 1;
  script.src = new URL(`wait.js?version=${version}&asked=${asked}`, own);
  script.addEventListener("load", () => {
    script.remove();
    if (document.documentElement.dataset.logitpressVersion === version) ask();
    else location.reload();
  });
  script.addEventListener("error", () => {
    // The server is being restarted.
    script.remove();
    setTimeout(ask, 1000);
  });
  document.head.append(script);
}

// Not earlier: a waiting script would hold back the page's own `load`.
if (document.readyState === "complete") ask();
else addEventListener("load", ask);
