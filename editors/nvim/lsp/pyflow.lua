-- Found by `vim.lsp.enable("pyflow")`; what `vim.lsp.config("pyflow", …)` says goes before it.
return require("pyflow.client").config()
