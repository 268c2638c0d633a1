--- `:checkhealth pyflow`
local M = {}

local function server(program)
  local path = vim.fn.exepath(program)
  if path == "" then
    vim.health.error(('"%s" is not installed or not on PATH'):format(program), {
      "Put the pyflow binary on PATH, or name it: require('pyflow').setup({ cmd = { '/path/to/pyflow', 'lsp' } })",
    })
    return nil
  end
  local started, job = pcall(vim.system, { path, "--version" }, { text = true, timeout = 5000 })
  local done = started and job:wait() or nil
  if not done or done.code ~= 0 then
    local why = not started and tostring(job) or vim.trim(done.stderr or "")
    vim.health.error(("%s does not start: %s"):format(path, why), { "Is it built for this machine?" })
    return nil
  end
  vim.health.ok(("%s (%s)"):format(vim.trim(done.stdout), path))
  return path
end

function M.check()
  local options = require("pyflow.options").get()
  vim.health.start("pyflow")
  if vim.fn.has("nvim-0.11") == 1 then
    vim.health.ok("Neovim " .. tostring(vim.version()))
  else
    vim.health.error("Neovim is older than 0.11")
  end
  local path = server(options.cmd[1])
  local enabled = vim.lsp.is_enabled == nil or vim.lsp.is_enabled("pyflow")
  if enabled then
    vim.health.ok("the server is enabled for Python files")
  else
    vim.health.warn("the server is not enabled", { 'vim.lsp.enable("pyflow"), or require("pyflow").setup()' })
  end
  local clients = vim.lsp.get_clients({ name = "pyflow" })
  if #clients == 0 then
    vim.health.info("no client is running: it starts with the first Python file")
  end
  for _, client in ipairs(clients) do
    vim.health.ok(("client %d runs for %s"):format(client.id, client.root_dir or "files without a project"))
  end
  if path then
    local done = vim.system({ path, "doctor" }, { text = true, timeout = 20000 }):wait()
    vim.health.start("pyflow doctor")
    local text = vim.trim((done.stdout or "") .. (done.stderr or ""))
    for _, line in ipairs(vim.split(text, "\n", { plain = true })) do
      vim.health.info(line)
    end
    if done.code ~= 0 then
      vim.health.warn("pyflow doctor found something missing (exit code " .. done.code .. ")")
    end
  end
end

return M
