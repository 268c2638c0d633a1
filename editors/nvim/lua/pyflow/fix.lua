--- Fixes of the error at hand: asked for at the cursor's finding, or at the buffer's first one.
local client = require("pyflow.client")
local M = {}

--- The server's own finding on the cursor's line, else the first of the buffer.
---@param bufnr integer
---@param language_client vim.lsp.Client
---@return vim.Diagnostic?
local function finding(bufnr, language_client)
  local all = vim.diagnostic.get(bufnr, { namespace = vim.lsp.diagnostic.get_namespace(language_client.id) })
  local row = vim.api.nvim_win_get_cursor(0)[1] - 1
  table.sort(all, function(a, b)
    return a.lnum < b.lnum
  end)
  for _, diagnostic in ipairs(all) do
    if diagnostic.lnum <= row and row <= (diagnostic.end_lnum or diagnostic.lnum) then
      return diagnostic
    end
  end
  return all[1]
end

---@param language_client vim.lsp.Client
---@param bufnr integer
---@param action lsp.CodeAction|lsp.Command
local function apply(language_client, bufnr, action)
  local function finish(resolved)
    if resolved.edit then
      vim.lsp.util.apply_workspace_edit(resolved.edit, language_client.offset_encoding)
    end
    local command = type(resolved.command) == "table" and resolved.command
      or type(resolved.command) == "string" and resolved
    if command then
      language_client:exec_cmd(command, { bufnr = bufnr })
    end
  end
  if action.edit or action.command or not action.data then
    return finish(action)
  end
  language_client:request("codeAction/resolve", action, function(error, resolved)
    if error or not resolved then
      return client.say("The fix could not be made: " .. (error and error.message or "no answer"), vim.log.levels.WARN)
    end
    finish(resolved)
  end, bufnr)
end

--- Offers the fixes; with `at_once` the preferred one, or the only one, is applied.
---@param at_once boolean
function M.run(at_once)
  local bufnr = vim.api.nvim_get_current_buf()
  local language_client = client.need(bufnr)
  if not language_client then
    return
  end
  local diagnostic = finding(bufnr, language_client)
  if not diagnostic then
    return client.say("There is no error to fix here: run the code first.")
  end
  local sent = vim.tbl_get(diagnostic, "user_data", "lsp")
  if not sent then
    return
  end
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(bufnr) },
    range = sent.range,
    context = { diagnostics = { sent }, only = { "quickfix" }, triggerKind = 1 },
  }
  language_client:request("textDocument/codeAction", params, function(error, actions)
    actions = not error and actions or {}
    if #actions == 0 then
      return client.say("No fix is known for this error. :PyFlow explain says more.")
    end
    if at_once then
      for _, action in ipairs(actions) do
        if action.isPreferred or #actions == 1 then
          return apply(language_client, bufnr, action)
        end
      end
    end
    vim.ui.select(actions, {
      prompt = "Fix: " .. (sent.message:match("^[^\n]*")),
      kind = "codeaction",
      format_item = function(action)
        return action.title
      end,
    }, function(action)
      if action then
        apply(language_client, bufnr, action)
      end
    end)
  end, bufnr)
end

return M
