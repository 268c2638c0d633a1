--- `input()`: the program's question becomes a prompt.
local M = {}

---@type string? the run whose question is open
local asking

--- Answers a `pyflow/input` request. Called in a coroutine, so that a prompt of any kind can be waited for.
---@param params { runId: string, prompt: string, password: boolean }
---@return table|userdata answer
function M.ask(params)
  local co, is_main = coroutine.running()
  if not co or is_main then
    return vim.NIL
  end
  vim.schedule(function()
    asking = params.runId
    local function answer(text)
      asking = nil
      -- As a terminal would: what was typed stands behind the question.
      require("pyflow.output").echo(params.uri, (not text or params.password) and "\n" or text .. "\n")
      coroutine.resume(co, text and { text = text } or vim.NIL)
    end
    local prompt = params.prompt ~= "" and params.prompt or "input: "
    if params.password then
      local fine, text = pcall(vim.fn.inputsecret, prompt)
      answer(fine and text or nil)
    else
      vim.ui.input({ prompt = prompt }, answer)
    end
  end)
  return coroutine.yield()
end

--- Closes the built-in prompt of a run that has ended meanwhile.
---@param run string
function M.on_finish(run)
  if asking == run and vim.fn.getcmdtype() == "@" then
    vim.api.nvim_input("<C-c>")
  end
end

return M
