-- Script for wrk. Arguments: a file of raw HTTP requests, each after a line with its number of bytes; the total number of
-- requests to send (0: until wrk's duration ends). The connections send the requests in turn.
local ffi = require('ffi')
ffi.cdef('int getpid(void); int kill(int pid, int signal);')
local SIGINT = 2

local requests, sent, amount = {}, 0, 0

function init(args)
  local file = assert(io.open(args[1], 'rb'))
  for length in function() return file:read('*n', '*l') end do
    requests[#requests + 1] = file:read(length)
  end
  file:close()
  amount = tonumber(args[2])
end

function request()
  sent = sent + 1
  if sent == amount + 1 and amount > 0 then
    wrk.thread:stop()
    ffi.C.kill(ffi.C.getpid(), SIGINT) -- otherwise wrk sleeps until its duration ends
  end
  return requests[(sent - 1) % #requests + 1]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
