-- Defines `:PyFlow` and the <Plug> maps. Nothing is started here: that is `vim.lsp.enable("pyflow")`.
if vim.g.loaded_pyflow then
  return
end
if vim.fn.has("nvim-0.11") == 0 then
  vim.notify("PyFlow needs Neovim 0.11 or newer", vim.log.levels.WARN)
  return
end
vim.g.loaded_pyflow = true
require("pyflow.commands").define()
