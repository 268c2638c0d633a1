--- What other configuration may call. All else in this folder may change.
local M = {}

--- Sets up everything: options (|pyflow-options|), `:PyFlow`, the maps and the language server.
---@param options? pyflow.Options
function M.setup(options)
  require("pyflow.options").set(options)
  require("pyflow.commands").define()
  vim.g.loaded_pyflow = true
  vim.lsp.config("pyflow", require("pyflow.client").config())
  vim.lsp.enable("pyflow")
end

--- The state of the current buffer's last run, for a statusline: "" where PyFlow is not in use.
---@param bufnr? integer
---@return string
function M.statusline(bufnr)
  return require("pyflow.runs").status(bufnr or vim.api.nvim_get_current_buf())
end

return M
