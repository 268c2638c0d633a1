--- Values at the ends of lines: the server's inlay hints, drawn as virtual text for this server alone. They are
--- asked for anew when the server says so and after edits, so a stale one goes.
local options = require("pyflow.options")
local M = {}

local namespace = vim.api.nvim_create_namespace("pyflow.results")
--- How long after the last edit, in milliseconds.
local CALM = 150

---@type table<integer, uv.uv_timer_t>
local timers = {}

--- Whether this module shows the hints: then Neovim's own display must not.
---@param client vim.lsp.Client
function M.take_over(client)
  if options.get().results ~= "hints" then
    client.server_capabilities.inlayHintProvider = nil
  end
end

---@param hint lsp.InlayHint
local function label(hint)
  if type(hint.label) == "string" then
    return hint.label
  end
  local parts = {}
  for _, part in ipairs(hint.label) do
    parts[#parts + 1] = part.value
  end
  return table.concat(parts)
end

---@param client vim.lsp.Client
---@param bufnr integer
local function ask(client, bufnr)
  if not vim.api.nvim_buf_is_loaded(bufnr) then
    return
  end
  local range = {
    start = { line = 0, character = 0 },
    ["end"] = { line = vim.api.nvim_buf_line_count(bufnr), character = 0 },
  }
  local params = { textDocument = { uri = vim.uri_from_bufnr(bufnr) }, range = range }
  local tick = vim.api.nvim_buf_get_changedtick(bufnr)
  client:request("textDocument/inlayHint", params, function(error, hints)
    if error or not vim.api.nvim_buf_is_loaded(bufnr) or vim.api.nvim_buf_get_changedtick(bufnr) ~= tick then
      return
    end
    vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
    for _, hint in ipairs(hints or {}) do
      pcall(vim.api.nvim_buf_set_extmark, bufnr, namespace, hint.position.line, 0, {
        virt_text = { { " " .. vim.trim(label(hint)), "PyFlowResult" } },
        virt_text_pos = "eol",
        invalidate = true,
      })
    end
  end, bufnr)
end

---@param client vim.lsp.Client
---@param bufnr integer
function M.attach(client, bufnr)
  if options.get().results ~= "virtual" then
    return
  end
  vim.api.nvim_create_autocmd("LspNotify", {
    group = vim.api.nvim_create_augroup("pyflow.results." .. bufnr, {}),
    buffer = bufnr,
    callback = function(event)
      if event.data.client_id ~= client.id or event.data.method ~= "textDocument/didChange" then
        return
      end
      local timer = timers[bufnr] or assert(vim.uv.new_timer())
      timers[bufnr] = timer
      timer:start(CALM, 0, function()
        vim.schedule(function()
          ask(client, bufnr)
        end)
      end)
    end,
  })
  vim.api.nvim_create_autocmd({ "LspDetach", "BufUnload" }, {
    group = vim.api.nvim_create_augroup("pyflow.results.end." .. bufnr, {}),
    buffer = bufnr,
    callback = function(event)
      if event.event == "LspDetach" and event.data.client_id ~= client.id then
        return
      end
      if timers[bufnr] then
        timers[bufnr]:close()
        timers[bufnr] = nil
      end
      if vim.api.nvim_buf_is_valid(bufnr) then
        vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
      end
    end,
  })
end

--- Asks anew for all buffers of a client.
---@param client_id integer
function M.refresh(client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  if not client or options.get().results ~= "virtual" then
    return
  end
  for bufnr in pairs(client.attached_buffers) do
    ask(client, bufnr)
  end
end

--- The values shown in a buffer, by row from 0.
---@param bufnr integer
---@return table<integer, string>
function M.shown(bufnr)
  local values = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(bufnr, namespace, 0, -1, { details = true })) do
    values[mark[2]] = vim.trim(mark[4].virt_text[1][1])
  end
  return values
end

return M
