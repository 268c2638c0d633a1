--- The language client: its configuration, and how a command is sent.
local options = require("pyflow.options")
local M = {}

M.NAME = "pyflow"

--- Notifications and requests of the server's own, by name. Each is announced, so each has a handler here.
local extensions = {
  run = function(_, params)
    require("pyflow.runs").on_run(params)
  end,
  output = function(_, params)
    require("pyflow.output").on_output(params)
  end,
  display = function(_, params)
    require("pyflow.display").on_display(params)
  end,
  input = function(_, params)
    return require("pyflow.input").ask(params)
  end,
}

---@return vim.lsp.Config
function M.config()
  local handlers, announced = {}, {}
  for name, handler in pairs(extensions) do
    announced[name] = true
    handlers["pyflow/" .. name] = handler
  end
  handlers["workspace/inlayHint/refresh"] = function(error, params, context)
    require("pyflow.results").refresh(context.client_id)
    return vim.lsp.handlers["workspace/inlayHint/refresh"](error, params, context)
  end
  return {
    cmd = options.get().cmd,
    filetypes = { "python" },
    root_markers = { "pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", ".venv", ".git" },
    settings = { pyflow = options.settings() },
    capabilities = { experimental = { pyflow = announced } },
    handlers = handlers,
    before_init = function(params, config)
      params.initializationOptions = vim.tbl_deep_extend("force", options.settings(), {
        trusted = options.trusts(config.root_dir),
      })
    end,
    on_init = function(client)
      require("pyflow.results").take_over(client)
    end,
    on_attach = function(client, bufnr)
      require("pyflow.results").attach(client, bufnr)
      if options.get().maps then
        require("pyflow.maps").set(bufnr)
      end
    end,
  }
end

--- The client of a buffer, if there is one.
---@param bufnr? integer
---@return vim.lsp.Client?
function M.get(bufnr)
  return vim.lsp.get_clients({ name = M.NAME, bufnr = bufnr or 0 })[1]
end

--- The client of a buffer; says what is missing where there is none.
---@param bufnr? integer
---@return vim.lsp.Client?
function M.need(bufnr)
  local client = M.get(bufnr)
  if not client then
    local program = options.get().cmd[1]
    local why = vim.fn.executable(program) == 0 and ('"%s" is not installed or not on PATH.'):format(program)
      or "it runs in Python buffers (see :checkhealth pyflow)."
    M.say("PyFlow is not running here: " .. why, vim.log.levels.WARN)
  end
  return client
end

---@param text string
---@param level? integer
function M.say(text, level)
  vim.notify(text, level or vim.log.levels.INFO, { title = "PyFlow" })
end

--- Sends a command with one argument. The server itself shows what went wrong, so a failure only ends here.
---@param name string without "pyflow."
---@param argument table `uri` is added
---@param done? fun(answer: any)
---@param bufnr? integer
function M.command(name, argument, done, bufnr)
  bufnr = bufnr and bufnr ~= 0 and bufnr or vim.api.nvim_get_current_buf()
  local client = M.need(bufnr)
  if not client then
    return
  end
  local id = "pyflow." .. name
  if not vim.tbl_contains(vim.tbl_get(client.server_capabilities, "executeCommandProvider", "commands") or {}, id) then
    return M.say(("This server has no %s: no model is set up, or it is too old."):format(id), vim.log.levels.WARN)
  end
  argument.uri = vim.uri_from_bufnr(bufnr)
  client:exec_cmd({ title = id, command = id, arguments = { argument } }, { bufnr = bufnr }, function(error, answer)
    if not error and done then
      done(answer)
    end
  end)
end

--- The cursor as the server counts it.
---@param client vim.lsp.Client
---@return lsp.Position
function M.position(client)
  return vim.lsp.util.make_position_params(0, client.offset_encoding).position
end

return M
