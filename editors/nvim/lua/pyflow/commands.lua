--- `:PyFlow` and what its words do.
local client = require("pyflow.client")
local M = {}

--- Runs what has a position: the cell, the cells above.
local function at_cursor(name)
  return function()
    local language_client = client.need()
    if language_client then
      client.command(name, { position = client.position(language_client) })
    end
  end
end

local function plainly(name)
  return function()
    client.command(name, {})
  end
end

--- Shows Markdown at the cursor.
---@param answer { markdown?: string }?
local function float(answer)
  local text = type(answer) == "table" and answer.markdown
  if type(text) == "string" and text ~= "" then
    vim.lsp.util.open_floating_preview(vim.split(text, "\n", { plain = true }), "markdown", {
      border = "rounded",
      focus_id = "pyflow",
      max_width = 100,
    })
  else
    client.say("There is no error to explain here: run the code first.")
  end
end

--- Runs text between two positions of the buffer, rows and bytes from 0, the end not included.
local function run_between(from, to)
  local language_client = client.need()
  if not language_client then
    return
  end
  local encoding = language_client.offset_encoding
  local function position(row, byte)
    local line = vim.api.nvim_buf_get_lines(0, row, row + 1, false)[1] or ""
    return { line = row, character = vim.str_utfindex(line, encoding, math.min(byte, #line), false) }
  end
  local range = { start = position(from[1], from[2]), ["end"] = position(to[1], to[2]) }
  client.command("runSelection", { range = range })
end

--- Runs what is selected, and ends the selection.
function M.run_visual()
  local kind = vim.fn.mode()
  local from, to = vim.fn.getpos("v"), vim.fn.getpos(".")
  if from[2] > to[2] or from[2] == to[2] and from[3] > to[3] then
    from, to = to, from
  end
  vim.cmd("normal! \27")
  if kind ~= "v" then
    -- A block is run as the lines that it touches: Python has no use for columns of text.
    return run_between({ from[2] - 1, 0 }, { to[2] - 1, math.huge })
  end
  local line = vim.api.nvim_buf_get_lines(0, to[2] - 1, to[2], false)[1] or ""
  local last = math.min(to[3], #line)
  -- The end is the byte behind the last selected character.
  local behind = last == 0 and 0 or last + vim.str_utf_end(line, last)
  run_between({ from[2] - 1, from[3] - 1 }, { to[2] - 1, behind })
end

local function selection(call)
  if (call.range or 0) > 0 then
    return run_between({ call.line1 - 1, 0 }, { call.line2 - 1, math.huge })
  end
  local row, byte = unpack(vim.api.nvim_win_get_cursor(0))
  run_between({ row - 1, byte }, { row - 1, byte })
end

local function ask(call)
  local question = table.concat(call.words or {}, " ")
  local function send(text)
    if text and text ~= "" then
      local bufnr = vim.api.nvim_get_current_buf()
      client.command("ask", { question = text, conversationId = vim.b[bufnr].pyflow_conversation }, function(answer)
        if type(answer) == "table" and answer.conversationId and vim.api.nvim_buf_is_valid(bufnr) then
          vim.b[bufnr].pyflow_conversation = answer.conversationId
        end
        float(answer)
      end)
    end
  end
  if question ~= "" then
    send(question)
  else
    vim.ui.input({ prompt = "Ask about the last error: " }, send)
  end
end

---@type table<string, fun(call: { words?: string[], bang?: boolean, range?: integer, line1?: integer, line2?: integer })>
local words = {
  run = function(call)
    client.command("runFile", { args = call.words and #call.words > 0 and call.words or nil })
  end,
  cell = at_cursor("runCell"),
  ["cell-next"] = function()
    at_cursor("runCell")()
    require("pyflow.cells").go(1)
  end,
  selection = selection,
  above = at_cursor("runCellsAbove"),
  all = plainly("runAllCells"),
  stop = plainly("interrupt"),
  restart = function()
    local uri = vim.uri_from_bufnr(0)
    client.command("restartSession", {}, function()
      require("pyflow.variables").on_change(uri)
    end)
  end,
  output = function()
    require("pyflow.output").open(vim.api.nvim_get_current_buf())
  end,
  variables = function()
    require("pyflow.variables").open(vim.api.nvim_get_current_buf())
  end,
  explain = function()
    local language_client = client.need()
    if language_client then
      client.command("explain", { position = client.position(language_client) }, float)
    end
  end,
  fix = function(call)
    require("pyflow.fix").run(call.bang == true)
  end,
  ask = ask,
  clear = function()
    client.command("clearResults", {}, function()
      require("pyflow.output").clear(vim.uri_from_bufnr(0))
    end)
  end,
  status = function()
    client.command("status", {}, function(answer)
      client.say(vim.inspect(answer))
    end)
  end,
}

--- Does what a word of `:PyFlow` says.
---@param word string
---@param call table
function M.run(word, call)
  local action = words[word]
  if action then
    return action(call)
  end
  client.say(("There is no :PyFlow %s. There are: %s."):format(word, table.concat(M.words(), ", ")), vim.log.levels.ERROR)
end

---@return string[]
function M.words()
  local names = vim.tbl_keys(words)
  table.sort(names)
  return names
end

local function highlights()
  for group, link in pairs({
    PyFlowResult = "DiagnosticVirtualTextHint",
    PyFlowNote = "Comment",
    PyFlowError = "DiagnosticError",
  }) do
    vim.api.nvim_set_hl(0, group, { link = link, default = true })
  end
end

--- Defines `:PyFlow`, the <Plug> maps and the highlights. Again does no harm.
function M.define()
  vim.api.nvim_create_user_command("PyFlow", function(call)
    local rest = vim.list_slice(call.fargs, 2)
    M.run(call.fargs[1], {
      words = rest,
      bang = call.bang,
      range = call.range,
      line1 = call.line1,
      line2 = call.line2,
    })
  end, {
    nargs = "+",
    bang = true,
    range = true,
    desc = "Run Python and read its errors",
    complete = function(lead, line)
      if line:match("^%S*PyFlow!?%s+%S*$") then
        return vim.tbl_filter(function(word)
          return vim.startswith(word, lead)
        end, M.words())
      end
      return {}
    end,
  })
  require("pyflow.maps").define()
  highlights()
  vim.api.nvim_create_autocmd("ColorScheme", {
    group = vim.api.nvim_create_augroup("pyflow.highlights", {}),
    callback = function()
      highlights()
      require("pyflow.ansi").restore()
    end,
  })
end

return M
