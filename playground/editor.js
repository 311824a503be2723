// The editor: Python, findings as squiggles and in the gutter, colours by the style sheet.
import { basicSetup } from "codemirror";
import { EditorView, keymap } from "@codemirror/view";
import { EditorState } from "@codemirror/state";
import { indentWithTab } from "@codemirror/commands";
import { indentUnit, syntaxHighlighting } from "@codemirror/language";
import { python } from "@codemirror/lang-python";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { classHighlighter } from "@lezer/highlight";

const SEVERITY = { error: "error", warning: "warning", hint: "info" };

export function editor(parent, changed) {
  const view = new EditorView({
    parent,
    extensions: [
      basicSetup,
      keymap.of([indentWithTab]),
      indentUnit.of("    "),
      EditorState.tabSize.of(4),
      python(),
      syntaxHighlighting(classHighlighter),
      lintGutter(),
      EditorView.contentAttributes.of({ "aria-label": "Program", tabindex: "0" }),
      EditorView.updateListener.of((update) => update.docChanged && changed()),
    ],
  });

  // Columns count code points, positions count UTF-16.
  function position(line, column) {
    const { doc } = view.state;
    const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
    return Math.min(at.from + [...at.text].slice(0, column - 1).join("").length, at.to);
  }

  return {
    view,
    get text() {
      return view.state.doc.toString();
    },
    set text(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 } });
    },
    show(findings) {
      const diagnostics = findings.map((one) => {
        const from = position(one.line, one.column);
        const to = Math.max(position(one.end_line, one.end_column), from);
        const source = `${one.code} ${one.name}`.trim();
        return { from, to, severity: SEVERITY[one.level], message: one.message.replaceAll("`", ""), source };
      });
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    jump(line, column = 1) {
      const at = position(line, column);
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      view.focus();
    },
  };
}
