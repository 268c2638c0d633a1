--- What every test file here uses: named checks, waits that end, and the last line that is counted.
local M = { passed = 0, failed = 0 }

---@param name string
---@param ok any
---@param detail? any shown when it fails
function M.check(name, ok, detail)
  if ok then
    M.passed = M.passed + 1
    io.stdout:write("ok   nvim: " .. name .. "\n")
  else
    M.failed = M.failed + 1
    local text = detail ~= nil and (": " .. (type(detail) == "string" and detail or vim.inspect(detail))) or ""
    io.stdout:write("FAIL nvim: " .. name .. text .. "\n")
  end
  return ok
end

function M.equal(name, found, wanted)
  return M.check(name, vim.deep_equal(found, wanted), { found = found, wanted = wanted })
end

--- Waits until a condition holds, 20 s at most, and checks that it came to hold.
---@param name string
---@param condition fun(): any
---@param detail? fun(): any
---@param seconds? number
function M.wait(name, condition, detail, seconds)
  local ok = vim.wait((seconds or 20) * 1000, condition, 10)
  return M.check(name, ok, not ok and detail and detail() or nil)
end

function M.finish()
  io.stdout:write(("%d passed, %d failed\n"):format(M.passed, M.failed))
  io.stdout:flush()
  vim.cmd(M.failed == 0 and "qa!" or "cq!")
end

--- Runs tests so that a fault in them is a failure, never a hang.
---@param tests fun()
function M.all(tests)
  local ok, fault = xpcall(tests, debug.traceback)
  if not ok then
    M.check("the tests run through", false, fault)
  end
  M.finish()
end

return M
