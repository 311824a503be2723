;;; Opens a file, prints its diagnostics, makes the first quick fix, saves the file.
;;
;;     emacs --batch -l SETTINGS -l tools/editors/emacs.el FILE
;;
;; Each line that it prints begins with a word that says what it is.

(require 'cl-lib)
(require 'flymake)

(defun try-wait (holds)
  "Wait until HOLDS, for at most 20 seconds; whether it does."
  (let ((left 400))
    (while (and (> left 0) (not (funcall holds)))
      (setq left (1- left))
      (accept-process-output nil 0.05))
    (> left 0)))

(defun try-leave (reason)
  "Say that REASON stands in the way, and quit."
  (princ (format "FAILED %s\n" reason))
  (kill-emacs 1))

(let ((file (pop command-line-args-left)))
  (setq eglot-sync-connect 20 eglot-confirm-server-initiated-edits nil)
  (find-file file)
  (python-mode)
  (apply #'eglot (eglot--guess-contact))
  (flymake-start)
  (unless (try-wait (lambda () (flymake-start) (flymake-diagnostics)))
    (try-leave "no diagnostics"))
  (dolist (one (flymake-diagnostics))
    (princ (format "DIAGNOSTIC %d %s\n" (line-number-at-pos (flymake-diagnostic-beg one)) (flymake-diagnostic-text one))))
  (goto-char (flymake-diagnostic-beg (car (flymake-diagnostics))))
  (let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
    (princ (format "HOVER %s\n" (car (split-string (plist-get (plist-get hover :contents) :value) "\n")))))
  (let* ((end (line-end-position))
         (params (list :textDocument (eglot--TextDocumentIdentifier)
                       :range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position end))
                       :context (list :diagnostics [] :only ["quickfix"])))
         (actions (append (jsonrpc-request (eglot-current-server) :textDocument/codeAction params) nil)))
    (dolist (one actions)
      (princ (format "ACTION %s\n" (plist-get one :title))))
    (unless (plist-get (car actions) :edit)
      (try-leave "no quick fix"))
    (eglot--apply-workspace-edit (plist-get (car actions) :edit)))
  (eglot--signal-textDocument/didChange)
  (unless (try-wait (lambda () (flymake-start) (null (flymake-diagnostics))))
    (try-leave "the diagnostics stay"))
  (save-buffer)
  (princ "SAVED\n")
  (eglot-shutdown (eglot-current-server))
  (kill-emacs 0))
