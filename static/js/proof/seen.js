// The head of each evening's log that this browser saw last.

export function seenHead(scope) {
  try {
    return localStorage.getItem(`head ${scope}`) ?? "";
  } catch {
    return "";
  }
}

export function keepHead(scope, head) {
  try { localStorage.setItem(`head ${scope}`, head); } catch { /* storage may be refused */ }
}
