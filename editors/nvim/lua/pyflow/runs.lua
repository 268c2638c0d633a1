--- What is known of runs: the last one of each document, from `pyflow/run`. Tells the other parts of their start
--- and end.
local M = {}

---@class pyflow.Run
---@field id string
---@field state "queued"|"started"|"finished"
---@field result? table the RunResult

--- By document's URI, and "" for code without a document.
---@type table<string, pyflow.Run>
local last = {}

---@param uri string?
---@return pyflow.Run?
function M.last(uri)
  return last[uri or ""]
end

--- Seconds and milliseconds, as one reads them.
---@param milliseconds number
function M.duration(milliseconds)
  if milliseconds < 1000 then
    return ("%d ms"):format(math.floor(milliseconds + 0.5))
  end
  return ("%.1f s"):format(milliseconds / 1000)
end

--- The end of a run in a few words.
---@param result table
---@return string
function M.summary(result)
  local exception = result.exception
  if result.status == "error" and type(exception) == "table" then
    return tostring(exception.type)
  elseif result.status == "limit" then
    return "limit: " .. tostring(result.limit)
  elseif result.status == "exit" then
    return "exit " .. tostring(result.exitCode)
  elseif result.status == "died" then
    return "died" .. (type(result.signal) == "string" and ": " .. result.signal or "")
  end
  return tostring(result.status)
end

---@param params { runId: string, uri?: string, state: string, result?: table }
function M.on_run(params)
  local uri = type(params.uri) == "string" and params.uri or ""
  local known = last[uri]
  -- A queued run shows only once it starts, and the end of an older one is not the end of this one.
  if params.state == "queued" and known and known.state ~= "finished" then
    return
  end
  local result = type(params.result) == "table" and params.result or nil
  if params.state ~= "finished" or not known or known.id == params.runId or known.state == "finished" then
    last[uri] = { id = params.runId, state = params.state, result = result }
  end
  if params.state == "started" then
    require("pyflow.output").on_start(uri)
  elseif params.state == "finished" then
    require("pyflow.input").on_finish(params.runId)
    if result then
      local value = result.result
      if type(value) == "table" and type(value.data) == "table" then
        local rich = vim.tbl_extend("force", value.data, {})
        -- The text of it is shown as the value anyway.
        rich["text/plain"] = nil
        require("pyflow.display").on_display({ runId = params.runId, uri = uri, data = rich })
      end
      require("pyflow.output").on_finish(uri, result)
    end
    require("pyflow.variables").on_change(uri)
  end
  vim.api.nvim_exec_autocmds("User", {
    pattern = "PyFlowRun",
    modeline = false,
    data = { uri = uri, run_id = params.runId, state = params.state, result = result },
  })
  vim.cmd.redrawstatus({ bang = true })
end

--- For a statusline.
---@param bufnr integer
---@return string
function M.status(bufnr)
  if not require("pyflow.client").get(bufnr) then
    return ""
  end
  local run = last[vim.uri_from_bufnr(bufnr)]
  if not run then
    return "PyFlow"
  elseif run.state == "queued" then
    return "PyFlow …"
  elseif run.state == "started" then
    return "PyFlow ▶"
  elseif not run.result then
    return "PyFlow"
  elseif run.result.status == "ok" then
    return "PyFlow ✓ " .. M.duration(run.result.durationMs or 0)
  end
  return "PyFlow ✗ " .. M.summary(run.result)
end

return M
