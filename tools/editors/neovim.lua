-- Opens a file, prints its diagnostics and a hover, makes the first quick fix, saves the file and quits.
--
--     nvim --headless -u NONE -c "luafile SETTINGS" -c "luafile tools/editors/neovim.lua" FILE
--
-- Each line that it prints begins with a word that says what it is.

local function say(...)
  io.stdout:write(table.concat({ ... }, " "), "\n")
end

local function leave(reason)
  say("FAILED", reason)
  vim.cmd("cquit 1")
end

local function asked(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  for _, answer in pairs(answers or {}) do
    return answer.result
  end
end

vim.cmd("setfiletype python")
if not vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 20) then
  leave("no diagnostics")
end
local found = vim.diagnostic.get(0)
for _, one in ipairs(found) do
  say("DIAGNOSTIC", one.lnum + 1, one.source, one.message)
end

local first = found[1]
vim.api.nvim_win_set_cursor(0, { first.lnum + 1, first.col })
local params = vim.lsp.util.make_position_params(0, "utf-16")
local hover = asked("textDocument/hover", params)
say("HOVER", hover and vim.split(hover.contents.value, "\n")[1] or "nothing")

params = vim.lsp.util.make_range_params(0, "utf-16")
params.context = { diagnostics = {}, only = { "quickfix" } }
local actions = asked("textDocument/codeAction", params) or {}
for _, one in ipairs(actions) do
  say("ACTION", one.title)
end
if not (actions[1] and actions[1].edit) then
  leave("no quick fix")
end
vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
if not vim.wait(20000, function() return #vim.diagnostic.get(0) == 0 end, 20) then
  leave("the diagnostics stay")
end
vim.cmd("write")
say("SAVED")
vim.cmd("qall!")
